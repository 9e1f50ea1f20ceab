export type { ApiKeyFinder } from './api-keys/api-key.ts'
export { RecentApiKeys } from './api-keys/recent-api-keys.ts'
export {
  toAddressBlock,
  parseAddressSet,
  parseAddress,
  isLoopback,
  isPrivate,
  type AddressSet,
  findClientAddress,
  findForwardedClient,
} from './addresses/address.ts'
export {
  authenticate,
  refuseTokenInQuery,
  readCredentialKind,
  NOBODY,
  type Authenticator,
  type Principal,
  type RequestHeaders,
} from './sign-in/authenticate.ts'
export type { Source } from './sign-in/basic.ts'
export type { TokenFacts } from './sign-in/bearer.ts'
export { EMAIL_PATH, answerEmailPage, type EmailConfirmations } from './accounts/email-page.ts'
export { answerPasswordPage, PASSWORD_RESET_PATH, type ResetPassword } from './accounts/password-page.ts'
export { answerPasswordResetPage, type PasswordResets } from './accounts/password-reset-page.ts'
export { DESIGN_TOKENS } from './pages/design-tokens.ts'
export { FAVICON, FAVICON_PATH } from './pages/favicon.ts'
export { renderPage, type Page } from './pages/html.ts'
export { createKeyedHash } from './secrets/keyed-hash.ts'
export { createMailEncryption } from './mails/mail-encryption.ts'
export { createMailer, type MailLog, type MailSettings } from './mails/mailer.ts'
export { createSmtpMailer, verifyMailServer, type SmtpSettings } from './mails/smtp-mailer.ts'
export { hashPassword, isOutdated, verifyPassword } from './passwords/argon2.ts'
export { isCommonPassword } from './passwords/common-passwords.ts'
export {
  DEFAULT_PASSWORD_LENGTH,
  LEAST_PASSWORD_LENGTH,
  createPasswordHasher,
  createPasswordRule,
} from './passwords/password-hasher.ts'
export { VerifiedPairs } from './passwords/verified-pairs.ts'
export { QuotaUsage } from './rate-limit/quota-usage.ts'
export { getBucket, getAddressBucket, getClientBucket, type Bucket } from './rate-limit/bucket.ts'
export { createQuotaHeaders, RateLimit, type Quota, type Quotas } from './rate-limit/rate-limit.ts'
export { AddressLimit } from './rate-limit/address-limit.ts'
export { digest, secretMaker } from './secrets/secrets.ts'
export { CredentialRefused } from './refusals/refusal.ts'
export { createRenewal, type Renewal } from './sign-in/renewal.ts'
export { createTotpVerifier } from './second-factor/totp-verifier.ts'
export { createSealer, type Sealer } from './secrets/sealer.ts'
export { deriveKey } from './service-secret/derive-key.ts'
export { createSealerFor, createSignerFor } from './service-secret/sealers.ts'
export { readServiceSecret, SECRET_FILE, type SecretSettings } from './service-secret/service-secret.ts'
export {
  createSignIn,
  type SignIn,
  type SignInAttempt,
  type SignInOutcome,
  type SignInParts,
} from './sign-in/sign-in.ts'
export type { Account, CredentialStore } from './passwords/credential-store.ts'
export { createThrottle, type SignInThrottles, type ThrottleSettings } from './throttle/throttle.ts'
export { createCounters, memoryCounters, redisCounters, type Counters } from './throttle/counters.ts'
export { TtlCache } from './secrets/ttl-cache.ts'
export { createBuiltInClient } from './oauth/built-in-client.ts'
export {
  createBuiltInSessions,
  type BuiltInSessions,
  type BuiltInTokens,
  type KnownSession,
} from './oauth/built-in-sessions.ts'
export { createOAuthHandler, type AdmitClient, type OAuthHandler } from './oauth/oauth-handler.ts'
export { PATHS as OAUTH_PATHS } from './oauth/metadata.ts'
export {
  DEFAULT_FORM_LIMITS,
  NO_STORE,
  createJsonResponse,
  createRateLimitResponse,
  createUnreadableBodyResponse,
  type FormLimits,
  type OAuthRequest,
  type OAuthResponse,
} from './web/http.ts'
export type * from './oauth/oauth-store.ts'
export { REFRESH_SECONDS, type OAuthServer, type OAuthServices } from './oauth/oauth-server.ts'
export {
  checkSecret,
  parsePemKeys,
  createSecretKeys,
  SIGNING_ALGORITHMS,
  addSecret,
  type TokenKeys,
} from './tokens/token-keys.ts'
export { ACCESS_TOKEN_SECONDS, issueAccessToken, type NewToken } from './tokens/issue-token.ts'
export { VerifiedTokens } from './tokens/verified-tokens.ts'
export { verifyAccessToken, type TokenClaims, type TokenSettings } from './tokens/verify-token.ts'
export { createSigningSecrets } from './webhooks/signing-secrets.ts'
export { createContextParts, type ContextParts, type ContextSettings } from './context-parts.ts'
