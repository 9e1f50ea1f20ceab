import { refuse } from './moved.ts'

/** @deprecated Install @content-service/authz-authzen, and import from it. */
const moved = refuse(
  '@content-service/authz/authzen is a package now: npm install @content-service/authz-authzen, and import from it.',
)

export { moved as createAuthzenHandler }
