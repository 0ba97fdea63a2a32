//! Tells Zed how to start `planlsp`: as the settings say, else as it is found on the `PATH`.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

const NAME: &str = "planlsp";

struct Planlsp;

impl zed::Extension for Planlsp {
    fn new() -> Self {
        Planlsp
    }

    fn language_server_command(
        &mut self,
        _server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let set = LspSettings::for_worktree(NAME, worktree)?.binary;
        let (path, args) = set.map_or((None, None), |binary| (binary.path, binary.arguments));
        let command = path.or_else(|| worktree.which(NAME)).ok_or(
            "there is no `planlsp` on the PATH: install it with `pipx install .` or \
             `uv tool install .` in a checkout, or set lsp.planlsp.binary.path",
        )?;
        Ok(Command {
            command,
            args: args.unwrap_or_default(),
            env: worktree.shell_env(),
        })
    }

    fn language_server_workspace_configuration(
        &mut self,
        _server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<zed::serde_json::Value>> {
        let settings = LspSettings::for_worktree(NAME, worktree)?.settings;
        Ok(settings.map(|settings| zed::serde_json::json!({ "planlsp": settings })))
    }
}

zed::register_extension!(Planlsp);
