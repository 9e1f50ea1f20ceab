/** A request that the command refuses; the message says what to change. */
export class ProjectError extends Error {
  override readonly name = 'ProjectError'
}
