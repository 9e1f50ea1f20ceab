import type { User } from '@content-service/domain'
import { decodeBase64Text } from './base64-text.ts'
import { badBasic, basicWithoutSecondFactor, tooManyFailures } from '../refusals/refusal.ts'
import type { SignIn, SignInOutcome } from './sign-in.ts'

const MAX_LENGTH = 4_096
const CONTROL = /[\u0000-\u001f\u007f]/ // eslint-disable-line no-control-regex -- RFC 7617 §2 forbids them

/** The origin of a request. */
export interface Source {
  /** Null without a connection, such as in a job. */
  readonly address: string | null
  /** C12.12: called before a password is hashed. @throws RateLimited when the address has no quota left. */
  readonly admitHash?: () => Promise<void>
}

interface Pair {
  readonly login: string
  readonly password: string
}

const decodePair = (credentials: string): Pair | null => {
  const text = credentials.length > MAX_LENGTH ? null : decodeBase64Text(credentials)
  if (text === null) return null
  const colon = text.indexOf(':')
  return colon < 0 || CONTROL.test(text)
    ? null
    : { login: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** Carries the refusal of the quota through the throttle, which handles RateLimited errors itself. */
class NotAdmitted extends Error {}

/** Signs in. @throws the errors of `admitHash`. */
const signInWithinQuota = async (
  pair: Pair,
  { address, admitHash }: Source,
  signIn: SignIn,
): Promise<SignInOutcome> => {
  const beforeHashing = async (): Promise<void> => {
    await admitHash?.().catch((cause: unknown) => {
      throw new NotAdmitted('the IP address has no quota left', { cause })
    })
  }
  try {
    return await signIn({ ...pair, address, beforeHashing })
  } catch (error) {
    throw error instanceof NotAdmitted ? error.cause : error
  }
}

/** RFC 7617. @throws CredentialRefused UNAUTHENTICATED or RATE_LIMITED, and the errors of `admitHash`. */
export const authenticateBasic = async (
  credentials: string,
  source: Source,
  signIn: SignIn,
): Promise<User> => {
  const pair = decodePair(credentials)
  const outcome: SignInOutcome = pair ? await signInWithinQuota(pair, source, signIn) : { kind: 'refused' }
  switch (outcome.kind) {
    case 'signed-in':
      return outcome.user
    case 'otp-needed':
      throw basicWithoutSecondFactor()
    case 'throttled':
      throw tooManyFailures(outcome.retryAfter)
    case 'refused':
      throw badBasic()
  }
}
