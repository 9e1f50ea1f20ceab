#!/usr/bin/env node
import { describeFailure } from '../describe-failure.ts'
import { createCli } from './commands.ts'
import { findContent } from './find-content.ts'

/** `npx content-service`, with the content types of the project in this folder. */
try {
  await createCli(await findContent(process.cwd())).run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`)
  process.exitCode = 2
}
