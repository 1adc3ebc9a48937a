//! The server loop. Messages are read one after the other. A hover or a check may take long, so it
//! runs on its own thread and can be cancelled. Typing is therefore never blocked.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use base::text;
use base::text::Lang;
use crossbeam_channel::{Receiver, Sender, select, unbounded};
use grundy::SolveError;
use grundy::check::CheckReport;
use lsp_server::{
    Connection, ErrorCode, Message, Notification, ProtocolError, Request, RequestId, Response,
};
use lsp_types::{
    CodeActionParams, CodeActionProviderCapability, CodeLensOptions, CodeLensParams,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DocumentFormattingParams, DocumentSymbolParams, ExecuteCommandOptions, ExecuteCommandParams,
    GotoDefinitionParams, Hover, HoverContents, HoverParams, HoverProviderCapability,
    InitializeParams, LogMessageParams, MarkupContent, MarkupKind, MessageType, OneOf,
    PublishDiagnosticsParams, SemanticTokens, SemanticTokensFullOptions, SemanticTokensLegend,
    SemanticTokensOptions, SemanticTokensParams, ServerCapabilities, ShowMessageParams,
    TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::background::{self, Cancelled, RuleText};
use crate::document::{CHECK, Document};
use crate::tokens::{KINDS, tokens};

/// A message from a worker thread.
enum JobResult {
    /// The reply to a hover request.
    Hover(RequestId, lsp_types::Range, Option<String>),
    /// The result of a check of one version of a document.
    Checked(RequestId, Uri, i32, Result<CheckReport, SolveError>),
}

/// Serves one editor until it exits. Returns false if the editor exits without a shutdown request.
///
/// # Errors
/// Returns an error if the editor violates the protocol.
pub fn serve(connection: &Connection) -> Result<bool, ProtocolError> {
    let capabilities = serde_json::to_value(capabilities()).expect("capabilities can be written");
    let (id, params) = connection.initialize_start()?;
    let about = json!({ "name": "grundy-lsp", "version": env!("CARGO_PKG_VERSION") });
    connection.initialize_finish(
        id,
        json!({ "capabilities": capabilities, "serverInfo": about }),
    )?;
    let locale = serde_json::from_value::<InitializeParams>(params)
        .ok()
        .and_then(|params| params.locale);
    let (tell, told) = unbounded();
    let lang = locale.map_or(Lang::En, |locale| Lang::from_locale(&locale));
    LanguageServer {
        connection,
        documents: HashMap::new(),
        pending: HashMap::new(),
        lang,
        tell,
    }
    .run(&told)
}

fn capabilities() -> ServerCapabilities {
    let legend = SemanticTokensLegend {
        token_types: KINDS.to_vec(),
        token_modifiers: Vec::new(),
    };
    let tokens = SemanticTokensOptions {
        legend,
        full: Some(SemanticTokensFullOptions::Bool(true)),
        ..SemanticTokensOptions::default()
    };
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        document_formatting_provider: Some(OneOf::Left(true)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        semantic_tokens_provider: Some(tokens.into()),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![CHECK.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

struct LanguageServer<'c> {
    connection: &'c Connection,
    documents: HashMap<String, Document>,
    /// Requests that a worker thread is answering.
    pending: HashMap<RequestId, Cancelled>,
    lang: Lang,
    tell: Sender<JobResult>,
}

/// The reason why a request is rejected.
#[derive(Debug)]
struct RequestError {
    code: ErrorCode,
    message: String,
}

impl RequestError {
    fn new(code: ErrorCode, message: String) -> RequestError {
        RequestError { code, message }
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RequestError {}

/// The reply to a request.
type Answer = Result<Value, RequestError>;

impl LanguageServer<'_> {
    fn run(mut self, told: &Receiver<JobResult>) -> Result<bool, ProtocolError> {
        let connection = self.connection;
        loop {
            select! {
                recv(connection.receiver) -> message => match message {
                    // The editor has exited.
                    Err(_) => return Ok(self.leave(false)),
                    Ok(Message::Request(request)) => {
                        if connection.handle_shutdown(&request)? {
                            return Ok(self.leave(true));
                        }
                        self.request(request);
                    }
                    Ok(Message::Notification(notice)) => {
                        if notice.method == "exit" {
                            return Ok(self.leave(false));
                        }
                        self.notice(notice);
                    }
                    Ok(Message::Response(_)) => {}
                },
                recv(told) -> done => if let Ok(done) = done {
                    self.finish_job(done);
                },
            }
        }
    }

    /// Stops all work.
    fn leave(&self, politely: bool) -> bool {
        self.pending
            .values()
            .for_each(|cancelled| cancelled.store(true, Ordering::Relaxed));
        politely
    }

    fn send(&self, message: impl Into<Message>) {
        // An editor that has exited receives no reply.
        let _ = self.connection.sender.send(message.into());
    }

    fn reply(&self, id: RequestId, answer: Answer) {
        self.send(match answer {
            Ok(result) => Response::new_ok(id, result),
            Err(error) => Response::new_err(id, error.code as i32, error.message),
        });
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let answer = match method.as_str() {
            "textDocument/formatting" => self.answer_about(
                params,
                |params: DocumentFormattingParams| params.text_document.uri,
                |document, _, _| json!(document.layout().into_iter().collect::<Vec<_>>()),
            ),
            "textDocument/documentSymbol" => self.answer_about(
                params,
                |params: DocumentSymbolParams| params.text_document.uri,
                |document, _, _| json!(document.outline()),
            ),
            "textDocument/codeLens" => {
                let lang = self.lang;
                self.answer_about(
                    params,
                    |params: CodeLensParams| params.text_document.uri,
                    |document, uri, _| json!(document.lenses(uri, lang)),
                )
            }
            "textDocument/codeAction" => {
                let lang = self.lang;
                self.answer_about(
                    params,
                    |params: CodeActionParams| params.text_document.uri,
                    |document, uri, params| json!(document.repairs(uri, params.range, lang)),
                )
            }
            "textDocument/semanticTokens/full" => self.answer_about(
                params,
                |params: SemanticTokensParams| params.text_document.uri,
                |document, _, _| {
                    json!(SemanticTokens {
                        result_id: None,
                        data: tokens(document)
                    })
                },
            ),
            "textDocument/definition" => self.answer_about(
                params,
                |params: GotoDefinitionParams| {
                    params.text_document_position_params.text_document.uri
                },
                |document, uri, params| {
                    let name = document.name_at(params.text_document_position_params.position);
                    let place = name.and_then(|(name, _)| document.declared(name));
                    json!(place.map(|range| lsp_types::Location::new(uri.clone(), range)))
                },
            ),
            "textDocument/hover" => match self.hover(&id, params) {
                Ok(true) => return,
                Ok(false) => Ok(Value::Null),
                Err(wrong) => Err(wrong),
            },
            "workspace/executeCommand" => match self.check(&id, params) {
                Ok(()) => return,
                Err(wrong) => Err(wrong),
            },
            other => Err(RequestError::new(
                ErrorCode::MethodNotFound,
                format!("unsupported method `{other}`"),
            )),
        };
        self.reply(id, answer);
    }

    /// Returns the reply about an open document.
    fn answer_about<P: DeserializeOwned + Clone>(
        &self,
        params: Value,
        uri: impl FnOnce(P) -> Uri,
        answer: impl FnOnce(&Document, &Uri, P) -> Value,
    ) -> Answer {
        let params: P = read(params)?;
        let uri = uri(params.clone());
        Ok(answer(self.document(&uri)?, &uri, params))
    }

    fn document(&self, uri: &Uri) -> Result<&Document, RequestError> {
        self.documents.get(uri.as_str()).ok_or_else(|| {
            RequestError::new(
                ErrorCode::InvalidParams,
                format!("the document {} is not open", uri.as_str()),
            )
        })
    }

    /// Starts a hover job; returns false if the location has no identifier.
    fn hover(&mut self, id: &RequestId, params: Value) -> Result<bool, RequestError> {
        let HoverParams {
            text_document_position_params: at,
            ..
        } = read(params)?;
        let document = self.document(&at.text_document.uri)?;
        let Some((name, range)) = document.name_at(at.position) else {
            return Ok(false);
        };
        let (game, file, text, lang) = (
            name.to_owned(),
            document.name.clone(),
            document.text.clone(),
            self.lang,
        );
        self.spawn(id, move |id, cancelled| {
            JobResult::Hover(
                id,
                range,
                background::hover(
                    RuleText {
                        name: &file,
                        text: &text,
                    },
                    &game,
                    lang,
                    cancelled,
                ),
            )
        });
        Ok(true)
    }

    /// Starts a check of a game of a document.
    fn check(&mut self, id: &RequestId, params: Value) -> Result<(), RequestError> {
        let ExecuteCommandParams {
            command, arguments, ..
        } = read(params)?;
        if command != CHECK {
            return Err(RequestError::new(
                ErrorCode::InvalidParams,
                format!("unknown command `{command}`; the only command is `{CHECK}`"),
            ));
        }
        let mut arguments = arguments.into_iter();
        let uri: Uri = read(arguments.next().unwrap_or_default())?;
        let game: Option<String> = arguments.next().map(read).transpose()?;
        let document = self.document(&uri)?;
        let (file, text, version) = (
            document.name.clone(),
            document.text.clone(),
            document.version,
        );
        self.spawn(id, move |id, cancelled| {
            let found = background::check(
                RuleText {
                    name: &file,
                    text: &text,
                },
                game.as_deref(),
                cancelled,
            );
            JobResult::Checked(id, uri, version, found)
        });
        Ok(())
    }

    fn spawn(
        &mut self,
        id: &RequestId,
        work: impl FnOnce(RequestId, &Cancelled) -> JobResult + Send + 'static,
    ) {
        let (cancelled, tell, own) = (
            Arc::new(AtomicBool::new(false)),
            self.tell.clone(),
            id.clone(),
        );
        self.pending.insert(id.clone(), cancelled.clone());
        std::thread::spawn(move || {
            // Sending fails if the server has already exited; the result is then not needed.
            let _ = tell.send(work(own, &cancelled));
        });
    }

    fn finish_job(&mut self, done: JobResult) {
        let id = match &done {
            JobResult::Hover(id, ..) | JobResult::Checked(id, ..) => id.clone(),
        };
        let Some(cancelled) = self.pending.remove(&id) else {
            return;
        };
        if cancelled.load(Ordering::Relaxed) {
            return self.reply(
                id,
                Err(RequestError::new(
                    ErrorCode::RequestCanceled,
                    "cancelled".to_owned(),
                )),
            );
        }
        match done {
            JobResult::Hover(id, range, told) => {
                let markdown = |value| {
                    HoverContents::Markup(MarkupContent {
                        kind: MarkupKind::Markdown,
                        value,
                    })
                };
                self.reply(
                    id,
                    Ok(json!(told.map(|value| Hover {
                        contents: markdown(value),
                        range: Some(range)
                    }))),
                );
            }
            JobResult::Checked(id, uri, version, found) => {
                let (kind, message) = self.checked(&uri, version, &found);
                self.tell(
                    "window/showMessage",
                    ShowMessageParams {
                        typ: kind,
                        message: message.clone(),
                    },
                );
                self.reply(id, Ok(json!(message)));
            }
        }
    }

    /// Publishes the result of a check. Failures are underlined until the text changes.
    fn checked(
        &self,
        uri: &Uri,
        version: i32,
        found: &Result<CheckReport, SolveError>,
    ) -> (MessageType, String) {
        let report = match found {
            Ok(report) => report,
            Err(error) => return (MessageType::ERROR, error.render(self.lang, false)),
        };
        let failures: Vec<_> = report
            .findings
            .iter()
            .filter_map(|finding| finding.verdict.as_ref().err())
            .collect();
        if let Some(document) = self
            .documents
            .get(uri.as_str())
            .filter(|document| document.version == version)
        {
            let mut list = document.diagnostics(self.lang);
            list.extend(
                failures
                    .iter()
                    .copied()
                    .chain(&report.warnings)
                    .map(|found| document.diagnostic(found, self.lang)),
            );
            self.publish(uri, list, version);
        }
        let (all, wrong) = (report.findings.len(), failures.len());
        let said = match wrong {
            0 => text!(
                "all {all} expectations and claims hold",
                "全部 {all} 条期望与断言成立"
            ),
            _ => text!(
                "{wrong} of {all} expectations and claims fail",
                "{all} 条期望与断言中有 {wrong} 条不成立"
            ),
        };
        (
            if wrong == 0 {
                MessageType::INFO
            } else {
                MessageType::WARNING
            },
            said.get(self.lang).to_owned(),
        )
    }

    fn notice(&mut self, notice: Notification) {
        let Notification { method, params } = notice;
        let taken = match method.as_str() {
            "textDocument/didOpen" => read(params).map(|params: DidOpenTextDocumentParams| {
                let opened = params.text_document;
                let document = Document::new(&opened.uri, opened.version, opened.text);
                self.publish(&opened.uri, document.diagnostics(self.lang), opened.version);
                self.documents
                    .insert(opened.uri.as_str().to_owned(), document);
            }),
            "textDocument/didChange" => {
                read(params).map(|mut params: DidChangeTextDocumentParams| {
                    let (uri, version) = (params.text_document.uri, params.text_document.version);
                    // Each change contains the complete text.
                    if let (Some(document), Some(change)) = (
                        self.documents.get_mut(uri.as_str()),
                        params.content_changes.pop(),
                    ) {
                        document.change(version, change.text);
                        let wrong = document.diagnostics(self.lang);
                        self.publish(&uri, wrong, version);
                    }
                })
            }
            "textDocument/didClose" => read(params).map(|params: DidCloseTextDocumentParams| {
                let uri = params.text_document.uri;
                if let Some(document) = self.documents.remove(uri.as_str()) {
                    self.publish(&uri, Vec::new(), document.version);
                }
            }),
            "$/cancelRequest" => read(params).map(|params: lsp_types::CancelParams| {
                let id: RequestId = match params.id {
                    lsp_types::NumberOrString::Number(number) => number.into(),
                    lsp_types::NumberOrString::String(text) => text.into(),
                };
                if let Some(cancelled) = self.pending.get(&id) {
                    cancelled.store(true, Ordering::Relaxed);
                }
            }),
            // Other notifications may be ignored.
            _ => Ok(()),
        };
        if let Err(error) = taken {
            self.tell(
                "window/logMessage",
                LogMessageParams {
                    typ: MessageType::ERROR,
                    message: format!("{method}: {error}"),
                },
            );
        }
    }

    fn publish(&self, uri: &Uri, diagnostics: Vec<lsp_types::Diagnostic>, version: i32) {
        self.tell(
            "textDocument/publishDiagnostics",
            PublishDiagnosticsParams {
                uri: uri.clone(),
                diagnostics,
                version: Some(version),
            },
        );
    }

    fn tell(&self, method: &str, params: impl Serialize) {
        self.send(Notification::new(method.to_owned(), params));
    }
}

fn read<P: DeserializeOwned>(params: Value) -> Result<P, RequestError> {
    serde_json::from_value(params)
        .map_err(|why| RequestError::new(ErrorCode::InvalidParams, why.to_string()))
}
