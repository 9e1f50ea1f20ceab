export type { Session, SessionStore } from './session.ts'
export { NO_SIGN_IN, type SignInFacts } from './sign-in-facts.ts'
