export type { ApiKeyFinder } from './api-keys/api-key.ts'
export { addressBlock, addressSet, parsedAddress, type AddressSet } from './addresses/address.ts'
export { clientAddress } from './addresses/client-address.ts'
export {
  authenticate,
  refuseTokenIn,
  credentialKind,
  NOBODY,
  type Authenticator,
  type Principal,
  type RequestHeaders,
} from './authenticate.ts'
export type { Source } from './basic.ts'
export type { TokenFacts } from './bearer.ts'
export { EMAIL_PATH, emailPage, type EmailConfirmations } from './account/email-page.ts'
export { passwordPage, PASSWORD_RESET_PATH, type ResetPassword } from './account/password-page.ts'
export { passwordResetPage, type PasswordResets } from './account/password-reset-page.ts'
export { FAVICON_PATH, page as htmlPage, type Page } from './pages/html.ts'
export { keyedHash } from './keyed-hash.ts'
export { envelopes } from './mail/envelopes.ts'
export { createMailer, type MailLog, type MailSettings } from './mail/mailer.ts'
export { smtpMailer, type SmtpSettings } from './mail/smtp-mailer.ts'
export { hashPassword, isOutdated, verifyPassword } from './passwords/argon2.ts'
export { isCommonPassword } from './passwords/common-passwords.ts'
export {
  DEFAULT_PASSWORD_LENGTH,
  LEAST_PASSWORD_LENGTH,
  passwordKeeper,
  passwordProblem,
} from './passwords/password-keeper.ts'
export { VerifiedPairs } from './passwords/verified-pairs.ts'
export { Allowance } from './rate-limit/allowance.ts'
export { bucketOf, bucketOfAddress, bucketOfClient, type Bucket } from './rate-limit/bucket.ts'
export { quotaHeaders } from './rate-limit/quota-headers.ts'
export { SignUpLimit } from './rate-limit/sign-up-limit.ts'
export { RateLimit, type Quota, type Quotas } from './rate-limit/rate-limit.ts'
export { digestOf, secretMaker } from './secrets.ts'
export { CredentialRefused } from './refusal.ts'
export { renewalOf, type Renewal } from './renewal.ts'
export { codeKeeper } from './second-factor/code-keeper.ts'
export { createSealer, type Sealer } from './sealer.ts'
export { derivedKey } from './service-secret/derived-key.ts'
export { sealerFor, textSealerFor } from './service-secret/sealers.ts'
export { serviceSecret, type SecretSettings } from './service-secret/service-secret.ts'
export {
  passwordSignIn,
  type SignIn,
  type SignInAttempt,
  type SignInOutcome,
  type SignInParts,
} from './sign-in.ts'
export type { Account, CredentialStore } from './stores.ts'
export { createThrottle, type Throttle, type ThrottleSettings } from './throttle/attempts.ts'
export { createCounters, memoryCounters, redisCounters, type Counters } from './throttle/counters.ts'
export { FreshReads } from './fresh-reads.ts'
export { createOAuthHandler, type AdmitClient, type OAuthHandler } from './oauth/oauth-handler.ts'
export { PATHS as OAUTH_PATHS } from './oauth/metadata.ts'
export {
  DEFAULT_FORM_LIMITS,
  excessAnswer,
  unreadableBody,
  type FormLimits,
  type OAuthRequest,
  type OAuthResponse,
} from './oauth/http.ts'
export type * from './oauth/oauth-store.ts'
export type { OAuthServer } from './oauth/oauth-server.ts'
export {
  checkSecret,
  keysOfPem,
  keysOfSecret,
  SIGNING_ALGORITHMS,
  withSecret,
  type TokenKeys,
} from './tokens/token-keys.ts'
export { verifyAccessToken, type TokenClaims, type TokenSettings } from './tokens/verify-token.ts'
export { UserCache } from './user-cache.ts'
export { signingSecrets } from './webhooks/signing-secrets.ts'
export { createContextParts, type ContextParts, type ContextSettings } from './context-parts.ts'
