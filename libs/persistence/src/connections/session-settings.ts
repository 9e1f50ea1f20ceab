import type { PipelineClient } from './pg-client.ts'

/** Settings of PostgreSQL by their names. */
export type SessionSettings = Readonly<Record<string, string>>

const writeCall = (names: readonly string[]): string =>
  `select ${names.map((name, place) => `set_config('${name}', $${place + 1}, false)`).join(', ')}`

/** The settings of connections that work of several kinds uses in turn. Nobody else may set them. */
export class ConnectionSettings {
  readonly #usual: SessionSettings
  readonly #current = new WeakMap<object, SessionSettings>()

  /** `usual` are the settings with which connections begin; others are as PostgreSQL has them. */
  constructor(usual: SessionSettings) {
    this.#usual = usual
  }

  /** Changes the settings for the next statements, which need not wait for it. What `wanted` leaves out becomes usual. */
  set(client: PipelineClient, wanted: SessionSettings): void {
    const current = this.#current.get(client.connection) ?? this.#usual
    const target = { ...this.#usual, ...wanted }
    const names = Object.keys(target).filter((name) => target[name] !== current[name])
    if (names.length === 0) return
    this.#current.set(client.connection, target)
    const query = { text: writeCall(names), values: names.map((name) => target[name]) }
    // `pg` returns a promise for a query without a callback. The statement that follows fails, too.
    const done = client.query(query) as Promise<unknown>
    done.catch(() => this.forget(client))
  }

  /** The settings of this connection are unknown, such as after a rollback, which takes changes back. */
  forget(client: PipelineClient): void {
    this.#current.set(client.connection, {})
  }
}
