export type { Session, SessionStore } from './session.ts'
export { endUserSession } from './user-sessions.ts'
export { NO_SIGN_IN, type SignInFacts } from './sign-in-facts.ts'
