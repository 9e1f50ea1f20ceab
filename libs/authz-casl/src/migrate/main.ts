#!/usr/bin/env node
import { runCommand } from './command.ts'

process.exitCode = runCommand(process.argv.slice(2))
