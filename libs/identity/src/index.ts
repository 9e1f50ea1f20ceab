export type { ApiKeyFinder } from './api-keys/api-key.ts'
export { addressBlock, addressSet, type AddressSet } from './addresses/address.ts'
export { clientAddress } from './addresses/client-address.ts'
export {
  authenticate,
  credentialKind,
  type Authenticator,
  type Principal,
  type RequestHeaders,
} from './authenticate.ts'
export { checkSecret, verifyBearer, type BearerSettings, type TokenClaims } from './bearer.ts'
export { cursorSealer } from './cursors.ts'
export { smtpMailer, type SmtpSettings } from './mail/smtp-mailer.ts'
export { hashPassword, isOutdated, verifyPassword } from './passwords/argon2.ts'
export { isCommonPassword } from './passwords/common-passwords.ts'
export {
  DEFAULT_PASSWORD_LENGTH,
  LEAST_PASSWORD_LENGTH,
  passwordKeeper,
  passwordProblem,
} from './passwords/password-keeper.ts'
export { digestOf, secretMaker } from './secrets.ts'
export { CredentialRefused } from './refusal.ts'
export { codeKeeper } from './second-factor/code-keeper.ts'
export { createSealer, type Sealer } from './second-factor/sealing.ts'
export {
  passwordSignIn,
  type SignIn,
  type SignInAttempt,
  type SignInOutcome,
  type SignInParts,
} from './sign-in.ts'
export type { Account, CredentialStore } from './stores.ts'
export { createThrottle, type Throttle, type ThrottleSettings } from './throttle/attempts.ts'
export { memoryCounters, redisCounters, type Counters } from './throttle/counters.ts'
export { UserCache } from './user-cache.ts'
