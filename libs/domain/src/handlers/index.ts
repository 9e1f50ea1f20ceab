export type {
  ClaimedRun,
  DeadRun,
  HandlerBacklog,
  HandlerRunId,
  HandlerStore,
  MailResult,
  RunOutcome,
  RunTerms,
  Subscription,
} from './handler-store.ts'
export { listSubscriptions, subscribeHandlers } from './run-due.ts'
export type { HandlerRequest, RunHandlerRequest } from './run-context.ts'
export { MOST_DEPTH, TOO_DEEP } from './run-outcome.ts'
