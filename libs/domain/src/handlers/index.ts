export { copyThrown } from './handler-failure.ts'
export {
  type ClaimedRun,
  type DeadRun,
  type HandlerBacklog,
  type HandlerRunId,
  type HandlerStore,
  type MailResult,
  parseHandlerRunId,
  type RunOutcome,
  type RunTerms,
  type Subscription,
} from './handler-store.ts'
export { listSubscriptions, subscribeHandlers } from './run-due.ts'
export type { HandlerRequest, RunHandlerRequest } from './run-context.ts'
export { MOST_DEPTH, TOO_DEEP } from './run-outcome.ts'
