/**
 * Conditions as data, for packages that translate rules of another form to conditions, as `@content-service/authz-casl` does.
 */
export { always, never } from './condition.ts'
export { join, negate } from './junctions.ts'
export { BOOLEAN, DATE, NULL, NUMBER, TEXT, classify, member, own } from './value.ts'
