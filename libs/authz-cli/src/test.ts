import { dirname, resolve } from 'node:path'
import { runPolicyTests } from '@content-service/authz/testing'
import { type Command, UsageError, readOption } from './command.ts'
import { loadPolicy } from './load-policy.ts'
import { readTestFile } from './test-file.ts'

/** Runs the tests of a file. Returns the number of tests and of failures. */
async function runFile(file: string, given: string | undefined): Promise<readonly [number, number]> {
  const tests = await readTestFile(file)
  const policy = given ?? (tests.policy === undefined ? undefined : resolve(dirname(file), tests.policy))
  if (policy === undefined)
    throw new UsageError(`${file} names no policy. Add the member "policy", or the option --policy.`)
  const results = runPolicyTests(await loadPolicy(policy), tests)
  for (const { name, failure } of results) {
    console.log(`${failure === undefined ? '✓' : '✗'} ${name}`)
    if (failure !== undefined) console.log(failure.replace(/^/gm, '    '))
  }
  return [results.length, results.filter(({ failure }) => failure !== undefined).length]
}

export const test: Command = {
  usage: 'test TESTS...',
  summary: 'Run tests of a policy from YAML or JSON files.',
  help: `Asks the policy the questions of each file, and compares the answers.

  policy: policy.json
  subjects:
    ann: { id: 7, roles: [AUTHOR] }
  resources:
    draft: { ownerId: 7, status: DRAFT }
  tests:
    - { subject: ann, permission: 'articles:write', resource: draft, expect: allow }
    - { subject: null, permission: 'articles:read', resource: draft, expect: deny }

  --policy FILE   the policy; the default is the member "policy" of each file

Exit codes: 0 all tests hold, 1 a test fails, 2 the command could not run.`,
  options: { policy: { type: 'string' } },
  run: async (given) => {
    if (given.positionals.length === 0) throw new UsageError('The argument TESTS is missing.')
    let [all, failed] = [0, 0]
    for (const file of given.positionals) {
      const [count, failures] = await runFile(file, readOption(given, 'policy'))
      all += count
      failed += failures
    }
    console.log(`${all - failed} passed, ${failed} failed`)
    return failed > 0 ? 1 : 0
  },
}
