import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { builtInModel } from '@content-service/domain'
import type { Mail } from '@content-service/domain/internal/mails'
import { readSettings, type ServiceOptions } from '@content-service/server'
import {
  fillDataDirectory,
  openServiceForTests,
  type ServiceForTests,
} from '@content-service/server/for-tests'
import { createCallers, type Callers } from './callers.ts'
import { capture, type SentWebhook } from './captured.ts'
import { createClock, type Clock } from './clock.ts'
import { createMemoryStorage } from './memory/memory-storage.ts'
import { checkOptions, type TestOptions } from './options.ts'
import { createSeeds, type Seeds } from './seeds.ts'

/** A whole service on a free port of this machine. `await using` stops it. */
export interface TestService<Seeded = undefined> extends Callers, AsyncDisposable {
  readonly url: string
  /** The result of the option `seed`. */
  readonly seeded: Seeded
  /** Creates further records. */
  readonly seed: Seeds
  readonly clock: Clock
  /** The sent mails, oldest first. `settle` sends the mails that wait. */
  readonly mails: readonly Mail[]
  /** The messages to receivers of webhooks, oldest first. `settle` sends the messages that are due. */
  readonly webhooks: readonly SentWebhook[]
  /** Does the background work that is due: mails, webhooks, scheduled publications, exports and the search index. */
  settle(): Promise<void>
  stop(): Promise<void>
}

const createSettings = (given: TestOptions['settings'], folder: string) =>
  readSettings({
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    JWT_SECRET: randomBytes(32).toString('base64url'),
    DATA_DIR: folder,
    SAMPLE_CONTENT: 'false',
    // One caller sends many requests in a test.
    RATE_LIMIT: '1000000',
    RATE_LIMIT_ANONYMOUS: '1000000',
    ...given,
  })

/** The folder of the templates: in the packages of the project, or else among the temporary files of the user. */
const findTemplates = (): string => {
  const packages = resolve('node_modules')
  return existsSync(packages)
    ? join(packages, '.cache/content-service-testing')
    : join(tmpdir(), `content-service-testing-${userInfo().username}`)
}

/** A new folder with a database that has all tables. */
const createDataDirectory = async (
  content: ServiceOptions,
  closing: AsyncDisposableStack,
): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'content-service-test-'))
  closing.defer(() => rm(folder, { recursive: true, force: true }))
  await fillDataDirectory(folder, findTemplates(), content)
  return folder
}

interface OpenService {
  readonly service: ServiceForTests
  readonly clock: Clock
  readonly captured: ReturnType<typeof capture>
}

const open = async (options: TestOptions<unknown>, closing: AsyncDisposableStack): Promise<OpenService> => {
  const { content = {}, database = 'memory', settings, now = new Date() } = options
  const clock = createClock(new Date(now), () => service.settle())
  const captured = capture(options.receiveWebhook ?? (() => 204))
  const folder = database === 'pglite' ? await createDataDirectory(content, closing) : tmpdir()
  const service = await openServiceForTests(createSettings(settings, folder), {
    options: content,
    surroundings: { now: clock.now, mailer: captured.mailer, sender: captured.sender },
    storage: database === 'memory' ? createMemoryStorage(content.model ?? builtInModel) : undefined,
  })
  closing.defer(() => service.stop())
  return { service, clock, captured }
}

const serve = async <Seeded>(
  options: TestOptions<Seeded>,
  closing: AsyncDisposableStack,
): Promise<TestService<Seeded>> => {
  const { service, clock, captured } = await open(options, closing)
  const seed = createSeeds({ ...service, now: clock.now })
  const stop = () => closing.disposeAsync()
  return {
    ...createCallers(service, seed, clock.now),
    url: service.url,
    // Without the option, its type says that the result is undefined.
    seeded: (await options.seed?.(seed)) as Seeded,
    seed,
    clock,
    mails: captured.mails,
    webhooks: captured.webhooks,
    settle: () => service.settle(),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Starts a service with its own data, clock and port. @throws TypeError for a wrong option. */
export const startService = async <Seeded = undefined>(
  options: TestOptions<Seeded> = {},
): Promise<TestService<Seeded>> => {
  checkOptions(options)
  const closing = new AsyncDisposableStack()
  try {
    return await serve(options, closing)
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
