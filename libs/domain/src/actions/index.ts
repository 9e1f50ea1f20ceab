export { AVAILABLE_ACTIONS, type RecordAction, SHOWN_ACTIONS } from './record-action.ts'
