export { UsageError } from './command.ts'
export { loadPolicy } from './load-policy.ts'
export type { LoadedPolicy } from './load-policy.ts'
export { runCli } from './run-cli.ts'
