import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Verdict } from '../../../tools/check/judge.ts'
import { createSearchHandler, createTodoHandler } from './authzen-scenarios.ts'

interface Case {
  readonly request: object
  readonly expected: unknown
}

interface Search extends Case {
  readonly expected: Answer
}

/** The members of all responses. */
interface Answer {
  readonly decision?: boolean
  readonly evaluations?: readonly object[]
  readonly results?: readonly object[]
}

type Handler = (request: Request) => Promise<Response>

const readJson = (...path: readonly string[]) => JSON.parse(readFileSync(join(...path), 'utf8'))

/** The accounts of the scenario's page, which shows them as JSON: each id with the account. */
function readAccounts(folder: string) {
  const page = readFileSync(
    join(folder, 'interop/authzen-interop-website/docs/scenarios/todo-1.0-id/index.md'),
    'utf8',
  )
  const [, json = ''] = /```js\n(\{\s*"Ci[^]*?)```/.exec(page) ?? []
  return JSON.parse(json)
}

const post = async (handler: Handler, path: string, body: object): Promise<Answer> => {
  const response = await handler(
    new Request(`https://pdp.test/access/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  return (await response.json()) as Answer
}

/** The runner of the scenario compares the results without their order. */
const sorted = (results: readonly object[] = []) => results.map((result) => JSON.stringify(result)).sort()

async function compare(
  handler: Handler,
  path: string,
  { request, expected }: Case,
  simplify: (answer: Answer) => unknown,
): Promise<Verdict> {
  const [given, wanted] = [simplify(await post(handler, path, request)), expected]
  const agrees = isDeepStrictEqual(given, wanted)
  const reason = agrees ? '' : `${JSON.stringify(given)} instead of ${JSON.stringify(wanted)}`
  return { request: `${path} ${JSON.stringify(request)}`, outcome: agrees ? 'agrees' : 'differs', reason }
}

/** Compares the handler with the published decisions of the scenarios "todo" (1.0-02) and "search". */
export async function judge(folder: string): Promise<readonly Verdict[]> {
  const todo = readJson(folder, 'interop/authzen-todo-backend/test/decisions-authorization-api-1_0-02.json')
  const demo = join(folder, 'interop/authzen-search-demo')
  const todoHandler = createTodoHandler(readAccounts(folder))
  const searchHandler = createSearchHandler(
    readJson(demo, 'data/users.json'),
    readJson(demo, 'data/records.json'),
  )
  const searches = ['subject', 'resource', 'action'].flatMap((kind) =>
    readJson(demo, 'test', kind, 'results.json').evaluation.map(({ request, expected }: Search) =>
      compare(
        searchHandler,
        `search/${kind}`,
        { request, expected: sorted(expected.results) },
        ({ results }) => sorted(results),
      ),
    ),
  )
  return Promise.all([
    ...todo.evaluation.map((each: Case) =>
      compare(todoHandler, 'evaluation', each, ({ decision }) => decision),
    ),
    ...todo.evaluations.map((each: Case) =>
      compare(todoHandler, 'evaluations', each, ({ evaluations }) => evaluations),
    ),
    ...searches,
  ])
}
