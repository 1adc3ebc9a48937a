#!/bin/sh
# With --sshloginfile HOSTS the shares also run on other machines; '/shared/quixo 4' must be the same folder on all of them.
seq 0 15 | parallel --jobs 16 --retries 10 --halt now,fail=1 --line-buffer "$@" 'grundy big share {} --of 16 --store '\''/shared/quixo 4'\'' --entries remoteness --patience 3600 '\''quixo(3)'\'''
