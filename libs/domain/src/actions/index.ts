export { AVAILABLE_ACTIONS, type RecordAction } from './record-action.ts'
