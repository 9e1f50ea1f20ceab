import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)

/** The OpenAPI document has about 1 MiB. */
const MOST_OUTPUT = 16 * 1_048_576

const runProgram = (file: string, ...args: readonly string[]) => {
  const program = fileURLToPath(new URL(`../${file}`, import.meta.url))
  // vitest sets the variable BASE_URL.
  const env = { ...process.env, BASE_URL: '' }
  return run(process.execPath, ['--conditions=@content-service/source', program, ...args], {
    env,
    maxBuffer: MOST_OUTPUT,
  })
}

// The tests of libs/server start these programs with all their settings and commands.
describe('a program of the api prints its usage', () => {
  it.each([
    ['src/start.js', [], 'npx content-service serve'],
    ['src/main.ts', [], 'npx content-service serve'],
    ['src/openapi.ts', [], 'npm run --silent openapi'],
    ['bin/content-service.cjs', [], 'npx content-service COMMAND'],
    ['bin/content-service.cjs', ['serve'], 'npx content-service serve'],
    ['bin/content-service.cjs', ['worker'], 'npx content-service worker'],
  ])('%s %j', async (file, args, usage) => {
    const { stdout } = await runProgram(file, ...args, '--help')
    expect(stdout).toMatch(new RegExp(`^Usage: ${usage}`))
  })
})

it('openapi.ts prints the OpenAPI document', async () => {
  const { stdout } = await runProgram('src/openapi.ts')
  expect(JSON.parse(stdout)).toMatchObject({ openapi: expect.stringMatching(/^3\./) })
})
