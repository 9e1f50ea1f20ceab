import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * `npm run judge -- NAME` compares the project with a judge from outside: data of another repository, of which the project
 * contains nothing. $JUDGES is the folder with a folder for each judge.
 */
const judges = {
  authzen: {
    repository: 'the folder interop of https://github.com/openid/authzen (commit e287920)',
    module: 'libs/authz-authzen/tests/authzen-judge.ts',
  },
  cedar: {
    repository: 'https://github.com/cedar-policy/cedar-integration-tests (commit f161e9f)',
    module: 'libs/authz/tests/support/judges/cedar-judge.ts',
  },
  casl: {
    repository: 'https://github.com/stalniy/casl (commit 9aa6d67)',
    module: 'libs/authz-casl/tests/casl-judge.ts',
  },
  realworld: {
    repository: 'https://github.com/realworld-apps/realworld (its folder specs/api/bruno)',
    module: 'tools/check/realworld-judge.ts',
  },
} as const

type JudgeName = keyof typeof judges

export interface Verdict {
  readonly request: string
  readonly outcome: 'agrees' | 'differs' | 'left out'
  readonly reason: string
}

/** The module of a judge. */
export interface JudgeModule {
  readonly judge: (folder: string) => readonly Verdict[] | Promise<readonly Verdict[]>
}

/** The folder of a judge. Undefined if it is not there. */
export function findJudge(name: JudgeName): string | undefined {
  const folder = join(process.env['JUDGES'] ?? '', name)
  return process.env['JUDGES'] && existsSync(folder) ? folder : undefined
}

const isJudge = (name: string): name is JudgeName => Object.hasOwn(judges, name)

async function run(name = ''): Promise<number> {
  if (!isJudge(name)) return refuse(`Usage: npm run judge -- ${Object.keys(judges).join('|')}`)
  const { repository, module } = judges[name]
  const folder = findJudge(name)
  if (!folder) return refuse(`Copy ${repository} to a folder ${name}, and set JUDGES to the folder above it.`)
  // The compiler checks the module as a part of its library, which is no part of the tools.
  const { judge } = (await import(
    pathToFileURL(join(import.meta.dirname, '../..', module)).href
  )) as JudgeModule
  return report(await judge(folder))
}

function refuse(message: string): number {
  console.error(message)
  return 2
}

function report(verdicts: readonly Verdict[]): number {
  const count = (wanted: Verdict['outcome']) => verdicts.filter(({ outcome }) => outcome === wanted).length
  for (const { request, outcome, reason } of verdicts)
    if (outcome !== 'agrees') console.log(`${outcome}: ${request}\n  ${reason}`)
  const [differ, left] = [count('differs'), count('left out')]
  console.log(`${verdicts.length} requests: ${count('agrees')} agree, ${differ} differ, ${left} are left out`)
  return differ > 0 || verdicts.length === 0 ? 1 : 0
}

if (import.meta.main) process.exitCode = await run(process.argv[2])
