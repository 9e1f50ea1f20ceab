import type { TargetSession } from './parameters.ts'

interface Queried {
  query(text: string): Promise<{ readonly rows: readonly object[] }>
}

interface State {
  readonly standby: boolean
  readonly readonly: boolean
}

const STATE = `select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::boolean as readonly`

const FITS: Readonly<Record<TargetSession, (state: State) => boolean>> = {
  any: () => true,
  'prefer-standby': () => true,
  'read-write': ({ readonly }) => !readonly,
  'read-only': ({ readonly }) => readonly,
  primary: ({ standby }) => !standby,
  standby: ({ standby }) => standby,
}

/** C15.5: refuses a server of another kind, such as a standby after a failover. It counts as unreachable. */
export const checkTargetSession = async (client: Queried, target: TargetSession): Promise<void> => {
  if (target === 'any' || target === 'prefer-standby') return
  const [state] = (await client.query(STATE)).rows as readonly State[]
  if (state && FITS[target](state)) return
  throw Object.assign(new Error(`The server is not ${target} (target_session_attrs).`), {
    code: 'ECONNREFUSED',
  })
}
