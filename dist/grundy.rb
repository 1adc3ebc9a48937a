# Not yet tried: no Homebrew was at hand, and there is no address yet from which the archive can be fetched. `dist/build brew` fills in what is between @.
class Grundy < Formula
  desc "Combinatorial games: rules in, strategy out"
  url "file:///path/to/grundy-@VERSION@.tar.gz"
  version "@VERSION@"
  sha256 "@SHA256@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/cli")
    system "cargo", "install", *std_cargo_args(path: "crates/lsp")
    system bin/"grundy", "man", man1
    generate_completions_from_executable(bin/"grundy", "completions")
  end

  test do
    assert_match "value:    3", shell_output("#{bin}/grundy solve 'kayles[12] + nim[7]'")
  end
end
