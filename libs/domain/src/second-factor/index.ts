export { proveSecondFactor } from './prove-second-factor.ts'
export type { SecondFactorStore, TotpVerifier } from './second-factor-store.ts'
export { isEnabled, type SecondFactor } from './second-factor.ts'
