import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from './postgres-client.ts'
import { Cluster } from './postgres-cluster.ts'
import { end, serveOnFreePort } from './postgres-server.ts'
import type { Postgres } from './postgres.ts'

/** The settings that the server needs to have a replica. */
export const FOLLOWED = { wal_level: 'replica', max_wal_senders: '4', hot_standby: 'on' }

export interface PostgresReplica {
  /** The address of the database `postgres` for the superuser. */
  readonly url: string
  /** Pauses the replay, so that the replica stays unchanged and falls behind. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Ends the replica and all its sessions at once. */
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Copies the files of a running server for a replica (PostgreSQL, section 25.3.3). */
const copyTo = (dataDir: string, followed: Postgres): Promise<void> =>
  withClient(followed.url, async (client) => {
    await client.query(`select pg_backup_start('replica', true)`)
    cpSync(followed.dataDir, dataDir, { recursive: true })
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    )
    writeFileSync(join(dataDir, 'backup_label'), rows[0]?.labelfile ?? '')
    writeFileSync(join(dataDir, 'standby.signal'), '')
    rmSync(join(dataDir, 'postmaster.pid'))
  })

const pause = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('select pg_wal_replay_pause()')
    // The pause is only a request: PostgreSQL first completes the running replay.
    for (;;) {
      const { rows } = await client.query<{ state: string }>(
        'select pg_get_wal_replay_pause_state() as state',
      )
      if (rows[0]?.state === 'paused') return
      await sleep(10)
    }
  })

/** Starts a PostgreSQL that follows another one by streaming replication, on a free port of 127.0.0.1. */
export const startReplica = async (followed: Postgres): Promise<PostgresReplica> => {
  const cluster = await Cluster.filled((dataDir) => copyTo(dataDir, followed))
  try {
    const {
      server: first,
      port,
      again,
    } = await serveOnFreePort(cluster, {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '200',
      primary_conninfo: followed.url,
    })
    let server = first
    const url = new URL(followed.url)
    url.port = String(port)
    const tell = (statement: string) =>
      withClient(url.href, async (client) => void (await client.query(statement)))
    return {
      url: url.href,
      pause: () => pause(url.href),
      resume: () => tell('select pg_wal_replay_resume()'),
      kill: () => end(server, 'SIGQUIT'),
      restart: async () => {
        server = await again()
      },
      stop: async () => {
        await end(server, 'SIGINT')
        await cluster.remove()
      },
    }
  } catch (error) {
    await cluster.remove()
    throw error
  }
}
