import { verifyMailServer } from '@content-service/identity'
import { LIVENESS } from '../../http/answer-liveness.ts'
import { checkCollector } from '../../tracing/tracing.ts'
import { better, explain, fine, wrong, type Examine, type Finding } from './finding.ts'
import { ANSWER_WITHIN_MS, limitTime } from './time-limit.ts'

/** The exporter tries again for this time; then it says why it failed. */
const EXPORT_WITHIN_MS = ANSWER_WITHIN_MS - 1_000

/** Null if the server answers, else the reason why it does not. */
const findFailure = (work: Promise<unknown>): Promise<string | null> =>
  limitTime(work).then(() => null, explain)

export const judge = (about: string, failure: string | null, advice: string): Finding =>
  failure === null ? fine(about) : wrong(about, `${failure.replace(/\.$/, '')}. ${advice}`)

const pingRedis = async (url: string): Promise<void> => {
  const { Redis } = await import('ioredis')
  const once = { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 } as const
  const client = new Redis(url, { ...once, connectTimeout: ANSWER_WITHIN_MS })
  try {
    // The promise of `connect` knows only that the connection has ended; the event knows why.
    await new Promise<void>((resolve, reject) => {
      client.on('error', reject)
      client.connect().then(resolve, reject)
    })
    await limitTime(client.ping())
  } finally {
    client.disconnect()
  }
}

/** C9.2. */
export const examineRedis: Examine = async ({ settings: { redisUrl } }) => {
  const about = 'REDIS_URL'
  if (redisUrl === undefined) return fine(about)
  const advice = 'Start this Redis or Valkey, or correct its URL, user and password'
  return judge(about, await findFailure(pingRedis(redisUrl)), advice)
}

/** C3.8: connects, uses TLS as for mails, and signs in. It sends nothing. */
export const examineMail: Examine = async ({ settings }) => {
  const about = 'SMTP_URL'
  const { smtpUrl: url, smtpAllowPlain: allowPlain, production } = settings
  const missing =
    'set it: without it, the service sends no invitations and no mails for new passwords in production'
  if (url === undefined) return better(about, production ? missing : null)
  const advice = 'Correct the URL, user and password of the mail server'
  return judge(about, await findFailure(verifyMailServer({ url, allowPlain })), advice)
}

export const examineTraces: Examine = async ({ settings: { otlpEndpoint } }) => {
  const about = 'OTEL_EXPORTER_OTLP_ENDPOINT'
  if (otlpEndpoint === undefined) return fine(about)
  const advice = `Start the collector, which must accept OTLP over HTTP at ${otlpEndpoint}/v1/traces`
  return judge(about, await findFailure(checkCollector(otlpEndpoint, EXPORT_WITHIN_MS)), advice)
}

const isOurs = async (response: Response): Promise<boolean> =>
  response.ok && JSON.stringify(await response.json().catch(() => null)) === JSON.stringify(LIVENESS)

/** Whether this service answers at a URL. */
export const isOurService = (baseUrl: string): Promise<boolean> =>
  findFailureAt(baseUrl).then((failure) => failure === null)

const findFailureAt = async (baseUrl: string): Promise<string | null> => {
  const address = `${baseUrl}/healthz`
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    if (await isOurs(response)) return null
    return `${address} answers ${response.status}, and not as this service does`
  } catch (error) {
    return `${address}: ${explain((error as Error).cause ?? error)}`
  }
}

/** It may be right that nothing answers yet, so that a failure here does not mean that the service cannot start. */
export const examineBaseUrl: Examine = async ({ settings: { baseUrl, production } }) => {
  const about = 'BASE_URL'
  if (production && !baseUrl?.startsWith('https:'))
    return better(
      about,
      'set it to the https URL that people use: the service puts it into links in mails and responses',
    )
  if (baseUrl === undefined) return fine(about)
  const failure = await findFailureAt(baseUrl)
  const advice = 'Start the service and its proxy, check the name and the certificate, and run doctor again'
  return better(about, failure && `${failure}. ${advice}`)
}
