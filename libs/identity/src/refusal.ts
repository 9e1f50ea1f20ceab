import { ContentError, type ErrorCode } from '@content-service/domain'

/** A credential that was refused, with the challenge that tells the client what is wanted (RFC 9110 §11.6.1). */
export class CredentialRefused extends ContentError {
  readonly challenge: string | undefined

  constructor(code: ErrorCode, message: string, challenge?: string) {
    super(code, message)
    this.challenge = challenge
  }
}

/** C7.2: 403 with the challenge of RFC 6750 §3.1. */
export const invalidToken = (): CredentialRefused =>
  new CredentialRefused(
    'INVALID_TOKEN',
    'The bearer token is invalid or has expired; get a new one.',
    'Bearer error="invalid_token"',
  )

/** C7.4. The same answer for an unknown account and a wrong password (C7.6). */
export const badBasic = (): CredentialRefused =>
  new CredentialRefused(
    'UNAUTHENTICATED',
    'Username or password is wrong.',
    'Basic realm="content-service", charset="UTF-8"',
  )

/** C7.3. */
export const badApiKey = (): CredentialRefused =>
  new CredentialRefused('UNAUTHENTICATED', 'The API key is not valid.')
