import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

// The tests of libs/server start this program with settings.
it.each(['start.js', 'main.ts'])('%s of the worker prints its usage', async (file) => {
  const program = fileURLToPath(new URL(file, import.meta.url))
  const { stdout } = await run(process.execPath, ['--conditions=@content-service/source', program, '--help'])
  expect(stdout).toMatch(/^Usage: npx content-service worker/)
})
