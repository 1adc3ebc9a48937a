//! `grundy big ray`: runs the shares of a large table on a Ray cluster. A short script
//! (`big_ray.py`) communicates with the cluster through Ray's own client. This module starts the
//! script and prints its events as text.

use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use base::text;
use base::text::Text;
use grundy::SolveError;
use large::LargeTableError;
use serde_json::{Value, json};

use crate::args::{RayArgs, memory_told};
use crate::front_end::FrontEnd;
use crate::invocation;
use crate::output::print_error;

const SCRIPT: &str = include_str!("big_ray.py");

/// Runs all shares and waits for them. Returns `Break` with an exit code if the script has already
/// reported the error of a share.
///
/// # Errors
/// Returns an error if a file cannot be read, or Python, Ray or the cluster is missing.
pub fn run(
    face: &FrontEnd<'_>,
    args: &RayArgs,
    what: &str,
) -> Result<ControlFlow<u8>, LargeTableError> {
    let usage = |text: Text| LargeTableError::from(SolveError::Usage(text));
    // Ray workers run in another directory, so they need an absolute path of the store.
    let store = match cluster::is_url(&args.store) {
        true => args.store.clone(),
        false => std::path::absolute(&args.store)
            .map_or(args.store.clone(), |path| path.display().to_string()),
    };
    let named = |option: Option<&str>, path: &PathBuf| match std::fs::read_to_string(path) {
        Ok(text) => Ok(json!([
            option,
            path.file_name().map(|name| name.to_string_lossy()),
            text
        ])),
        Err(why) => {
            let path = path.display();
            Err(usage(text!(
                "{path} cannot be read: {why}",
                "无法读取 {path}：{why}"
            )))
        }
    };
    let files = args.of.files.iter().map(|path| named(None, path));
    let files = files
        .chain(
            args.of
                .data
                .iter()
                .map(|(name, path)| named(Some(name), path)),
        )
        .collect::<Result<Vec<_>, _>>()?;
    let store = store.as_str();
    let shares = args.shares.to_string();
    let mut arguments = vec![
        "--of",
        &shares,
        "--store",
        store,
        "--entries",
        what,
        "--patience",
        "3600",
    ];
    args.of.ways().for_each(|way| arguments.push(way));
    let memory = memory_told(face.args.memory);
    memory
        .iter()
        .for_each(|memory| arguments.extend(["--memory", memory]));
    let job = json!({
        "address": args.address, "shares": args.shares, "cpus": args.cpus, "files": files, "game": args.of.game,
        "program": invocation::program().iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>(),
        "arguments": arguments,
    });
    let python = args.python.display();
    let spawned = Command::new(&args.python)
        .args(["-c", SCRIPT, &job.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = spawned.map_err(|why| {
        usage(text!(
            "cannot run {python} ({why}): `big ray` needs Python with Ray; install both (`pip install ray`) or set --python PROGRAM",
            "无法运行 {python}（{why}）：`big ray` 需要装有 Ray 的 Python；请安装（`pip install ray`）或指定 --python 程序"
        ))
    })?;
    let mut wrong = None;
    for line in child
        .stdout
        .take()
        .map(BufReader::new)
        .into_iter()
        .flat_map(BufReader::lines)
        .map_while(Result::ok)
    {
        // Lines that Ray itself prints are ignored.
        let Ok(told) = serde_json::from_str::<Value>(&line) else {
            continue;
        };
        match event_text(&told, args) {
            Some(Ok(text)) => print_error(text.get(face.lang)),
            Some(Err(text)) => wrong = Some(text),
            None => {}
        }
    }
    let code = child
        .wait()
        .ok()
        .and_then(|status| status.code())
        .and_then(|code| u8::try_from(code).ok())
        .unwrap_or(1);
    match (wrong, code) {
        (None, 0) => Ok(ControlFlow::Continue(())),
        (Some(text), 2) => Err(usage(text)),
        (Some(text), code) => {
            face.report_error(&SolveError::Usage(text), None);
            Ok(ControlFlow::Break(code))
        }
        (None, code) => Err(usage(text!(
            "{python} ended with exit code {code}; the objects in the store are kept: run the same command again to continue",
            "{python} 以退出码 {code} 结束；存储中已有的内容会保留：再次运行同一命令即可继续"
        ))),
    }
}

/// Returns the text of an event from the script: its progress or an error. Returns `None` for an
/// unknown event.
fn event_text(told: &Value, args: &RayArgs) -> Option<Result<Text, Text>> {
    let (shares, address) = (args.shares, &args.address);
    let why = told["why"]
        .as_str()
        .unwrap_or_default()
        .lines()
        .next()
        .unwrap_or_default();
    Some(match told {
        told if told["error"] == "ray" => {
            let python = args.python.display();
            Err(text!(
                "Ray is not installed for {python} ({why}): install it with `pip install ray`, or set --python PROGRAM",
                "{python} 没有安装 Ray（{why}）：请用 `pip install ray` 安装，或指定 --python 程序"
            ))
        }
        told if told["error"] == "cluster" => Err(text!(
            "found no Ray cluster at {address} ({why}): start one here with `ray start --head`, name another with --address HOST:PORT, or use --address local, which needs none",
            "{address} 没有 Ray 集群（{why}）：请用 `ray start --head` 在本机启动，用 --address 主机:端口 指定另一个，或用 --address local（无需集群）"
        )),
        told if told["nodes"].is_u64() => {
            let (nodes, cpus) = (&told["nodes"], &told["cpus"]);
            Ok(text!(
                "Ray: {nodes} nodes with {cpus} processors run {shares} shares",
                "Ray：{nodes} 个节点、{cpus} 个处理器运行 {shares} 份"
            ))
        }
        told if told["done"].is_u64() => {
            let (share, left) = (&told["done"], &told["left"]);
            Ok(text!(
                "share {share} is done, {left} remaining",
                "第 {share} 份完成，还剩 {left} 份"
            ))
        }
        told if told["few"].is_number() => {
            let (few, wanted) = (&told["few"], &told["wanted"]);
            Ok(text!(
                "the cluster has {few} processors, but the remaining shares need {wanted}: they wait until these are available; to need fewer, reduce --shares or --cpus",
                "集群有 {few} 个处理器，而剩余各份需要 {wanted} 个：它们将等待到足够为止；可减少 --shares 或 --cpus"
            ))
        }
        told if told["failed"].is_u64() => {
            let (share, said) = (
                &told["failed"],
                told["said"].as_str().unwrap_or_default().trim(),
            );
            Err(text!(
                "share {share} failed: {said}",
                "第 {share} 份失败：{said}"
            ))
        }
        _ => return None,
    })
}
