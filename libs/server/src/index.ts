export { describeAdministrator } from './start/administrator-notice.ts'
export {
  readSettings,
  readWorkerSettings,
  type Settings,
  type WorkerSettings,
} from './settings/read-settings.ts'
export type { ServiceOptions } from './composition/composition.ts'
export { createService, type EmbeddedService, type Sender } from './start/embedded.ts'
export type { FirstAdministrator } from './start/first-start.ts'
export { endWithNpm } from './start/end-with-npm.ts'
export { openLog } from './operating/log.ts'
export { startService, type RunningService } from './start/start.ts'
export { startWorker } from './worker/start-worker.ts'
export { renderSettingsPage } from './settings/page.ts'
