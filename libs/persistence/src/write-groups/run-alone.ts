/** Thrown to a request whose group has not written its row: the request runs again in a transaction of its own. */
export class RunAlone extends Error {}
