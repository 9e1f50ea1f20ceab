import { ContentError, type ErrorCode } from '@content-service/domain'

/** The headers of a refusal. */
interface Advice {
  /** WWW-Authenticate (RFC 9110 §11.6.1). */
  readonly challenge?: string
  /** Whole seconds to wait (RFC 9110 §10.2.3). */
  readonly retryAfter?: number
}

/** The service refused a credential. */
export class CredentialRefused extends ContentError {
  readonly challenge: string | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, { challenge, retryAfter }: Advice = {}) {
    super(code, message)
    this.challenge = challenge
    this.retryAfter = retryAfter
  }
}

/** C7.2: 403 with the challenge of RFC 6750 §3.1. */
export const invalidToken = (): CredentialRefused =>
  new CredentialRefused('INVALID_TOKEN', 'The bearer token is invalid or has expired. Get a new token.', {
    challenge: 'Bearer error="invalid_token"',
  })

/** C7.4. The refusal of an unknown account is the same as that of a wrong password (C7.6). */
export const badBasic = (): CredentialRefused =>
  new CredentialRefused('UNAUTHENTICATED', 'The username or the password is wrong.', {
    challenge: 'Basic realm="content-service", charset="UTF-8"',
  })

/** C7.4: sent only after a right password. */
export const basicWithoutSecondFactor = (): CredentialRefused =>
  new CredentialRefused(
    'UNAUTHENTICATED',
    'This account has a second factor, which Basic cannot send. Use an access token or an API key.',
    { challenge: 'Bearer' },
  )

/** C7.6. */
export const tooManyFailures = (retryAfter: number): CredentialRefused =>
  new CredentialRefused(
    'RATE_LIMITED',
    `There were too many failed sign-ins. Try again in ${retryAfter} seconds.`,
    { retryAfter },
  )

/** C7.3. */
export const badApiKey = (): CredentialRefused =>
  new CredentialRefused('UNAUTHENTICATED', 'The API key is not valid.')
