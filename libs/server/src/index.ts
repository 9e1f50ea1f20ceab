export { describeAdministrator } from './administrator-notice.ts'
export {
  readSettings,
  readWorkerSettings,
  type Settings,
  type WorkerSettings,
} from './settings/read-settings.ts'
export type { ServiceOptions } from './composition.ts'
export { createService, type EmbeddedService, type Sender } from './embedded.ts'
export type { FirstAdministrator } from './first-start.ts'
export { endWithNpm } from './end-with-npm.ts'
export { openLog } from './operating/log.ts'
export { startService, type RunningService } from './start.ts'
export { startWorker } from './worker/start-worker.ts'
export { renderSettingsPage } from './settings/page.ts'
