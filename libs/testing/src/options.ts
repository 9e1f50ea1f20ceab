import { adviseName } from '@content-service/domain/internal/rules'
import type { ServiceOptions } from '@content-service/server'
import { listOptionProblems } from '@content-service/server/for-tests'
import type { ReceiveWebhook } from './captured.ts'
import { describeValue } from './describe-value.ts'
import type { Seeds } from './seeds.ts'

export interface TestOptions<Seeded = undefined> {
  /** The content types, migrations and policy of the service, as for `startService` of `@content-service/server`. */
  readonly content?: ServiceOptions
  /** Stores in memory by default. An embedded PostgreSQL has its own search, and the limits of a database. */
  readonly database?: 'memory' | 'pglite'
  /** Settings under the names of their environment variables: `{ ALLOW_SIGN_UP: 'false' }`. */
  readonly settings?: Readonly<Record<string, string>>
  /** Creates the first records. Its result is `service.seeded`. */
  readonly seed?: (seeds: Seeds) => Promise<Seeded>
  /** The time at which the service starts; the present time by default. */
  readonly now?: Date | string
  /** The status with which the receivers of webhooks respond; 204 by default. */
  readonly receiveWebhook?: ReceiveWebhook
}

interface OptionRule {
  readonly isRight: (value: unknown) => boolean
  /** The end of the sentence "… must be". */
  readonly expected: string
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isFunction = (value: unknown): boolean => typeof value === 'function'

const RULES: Readonly<Record<string, OptionRule>> = {
  content: { isRight: isObject, expected: 'an object such as { model, migrations }' },
  database: {
    isRight: (value) => value === 'memory' || value === 'pglite',
    expected: "'memory' or 'pglite'",
  },
  settings: { isRight: isObject, expected: "an object of texts such as { ALLOW_SIGN_UP: 'false' }" },
  seed: {
    isRight: isFunction,
    expected: "a function such as async ({ user }) => ({ ada: await user('ada') })",
  },
  now: {
    isRight: (value) =>
      (value instanceof Date || typeof value === 'string') && !Number.isNaN(new Date(value).getTime()),
    expected: "a Date, or a text such as '2026-11-20T12:00:00Z'",
  },
  receiveWebhook: { isRight: isFunction, expected: 'a function that returns a status, such as () => 500' },
} satisfies Record<keyof TestOptions, OptionRule>

const fail = (problem: string): never => {
  throw new TypeError(`startService: ${problem}`)
}

const checkValues = (values: object): void => {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    const rule = RULES[name] ?? fail(`${name} is no option; ${adviseName(name, Object.keys(RULES))}`)
    if (!rule.isRight(value)) fail(`${name} must be ${rule.expected}, and is ${describeValue(value)}.`)
  }
}

/** @throws TypeError, which says how to correct the option. */
export const checkOptions = (options: unknown): void => {
  if (!isObject(options))
    return fail(`the options must be an object such as { content }, and are ${describeValue(options)}.`)
  checkValues(options)
  const { content = {}, settings = {}, database }: TestOptions<unknown> = options
  if (content.pool !== undefined)
    fail('content.pool has no effect in a test: the service has stores of its own. Leave it out.')
  for (const problem of listOptionProblems(content)) fail(`content: ${problem}`)
  for (const [name, value] of Object.entries(settings))
    if (typeof value !== 'string')
      fail(
        `settings.${name} must be a text, as in the environment, and is ${describeValue(value)}. Write '${value}'.`,
      )
  const own = ['DATABASE_URL', 'DATA_DIR'].find((name) => name in settings)
  if (own !== undefined)
    fail(
      `settings.${own} has no effect: the service has a database of its own (${database ?? 'memory'}). Leave it out.`,
    )
}
