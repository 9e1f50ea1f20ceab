import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseAddress } from './address.ts'
import { findAddressProblem, listIgnoredParameters } from './client-config.ts'
import { listTls } from './tls.ts'

const ENVIRONMENT = ['PGHOST', 'PGPORT', 'PGUSER', 'PGDATABASE', 'PGSSLMODE']
beforeEach(() => {
  for (const name of ENVIRONMENT) vi.stubEnv(name, '')
})
afterEach(() => vi.unstubAllEnvs())

describe('C15.5 the address of a PostgreSQL', () => {
  it.each([
    [
      'postgresql://ada:s%23cret@db:6000/content',
      { user: 'ada', password: 's#cret', host: 'db', port: 6000, database: 'content' },
    ],
    ['postgres://ada@db', { user: 'ada', password: undefined, host: 'db', port: 5432, database: 'ada' }],
    ['postgresql://ada@[::1]/content', { host: '::1' }],
    ['postgresql://ada@%2Fvar%2Frun/content', { host: '/var/run' }],
    ['postgresql://ada@/content?host=/var/run/postgresql', { host: '/var/run/postgresql' }],
    ['postgresql://ada@db/content?host=other', { host: 'other' }],
    ['postgresql://p%40ss:w%3Ard@db/a%20b', { user: 'p@ss', password: 'w:rd', database: 'a b' }],
    ['postgresql://ada@db/x?application_name=me%40home', { applicationName: 'me@home' }],
    ['postgresql://ada@db/x?application_name=me@home', { host: 'db', applicationName: 'me@home' }],
    ['postgresql://ada@db/x?options=-c%20work_mem%3D8MB', { options: '-c work_mem=8MB' }],
    ['postgresql://ada@db/x', { connectTimeoutMs: 10_000 }],
    ['postgresql://ada@db/x?connect_timeout=7', { connectTimeoutMs: 7_000 }],
    ['postgresql://ada@db/x?connect_timeout=0', { connectTimeoutMs: undefined }],
    ['postgresql://ada@db/x?target_session_attrs=read-write', { targetSession: 'read-write' }],
    ['postgresql://ada@db/x?channel_binding=require', { channelBinding: 'require' }],
  ])('%s', (text, parts) => {
    expect(parseAddress(text)).toMatchObject(parts)
  })

  it('takes the parts that the address lacks from the environment', () => {
    vi.stubEnv('PGUSER', 'eve')
    vi.stubEnv('PGHOST', 'away')
    vi.stubEnv('PGPORT', '7000')
    vi.stubEnv('PGDATABASE', 'other')
    expect(parseAddress('postgresql://')).toMatchObject({
      user: 'eve',
      host: 'away',
      port: 7_000,
      database: 'other',
    })
  })

  it.each([
    ['postgresql://u:pa#ss@h/d', 'an unescaped # in its user or password: write it as %23'],
    ['postgresql://u:12#34@h/d', 'an unescaped # in its user or password: write it as %23'],
    ['postgresql://u:pa/ss@h/d', 'an unescaped / in its user or password: write it as %2F'],
    ['postgresql://u:12/34@h/d', 'an unescaped / in its user or password: write it as %2F'],
    ['postgresql://u:p?ss@h/d', 'an unescaped ? in its user or password: write it as %3F'],
    [
      'postgresql://u:100%@h/d',
      'a % in its user or password that begins no escape of UTF-8: write it as %25',
    ],
    ['postgresql://u:%ff@h/d', 'a % in its user or password that begins no escape of UTF-8: write it as %25'],
    [
      'postgresql://u@h/d?schema=content',
      'the parameter schema: set DATABASE_SCHEMA to the name of the schema',
    ],
    ['postgresql://u@h/d?sslmod=require', 'the unknown parameter sslmod: did you mean sslmode?'],
    [
      'postgresql://u@h/d?applicationname=x',
      'the unknown parameter applicationname: did you mean application_name?',
    ],
    ['postgresql://u@h/d?keepalives=1', 'the unknown parameter keepalives: use one of sslmode,'],
    [
      'postgresql://u@h/d?sslmode=always',
      'the sslmode "always": it must be one of disable, allow, prefer, require,',
    ],
    ['postgresql://u@h/d?target_session_attrs=x', 'it must be one of any, read-write,'],
    ['postgresql://u@h/d?channel_binding=x', 'it must be one of disable, prefer, require'],
    ['postgresql://u@h/d?connect_timeout=1s', 'no whole number of seconds'],
    [
      'postgresql://u@h/d?sslrootcert=/nowhere/ca.crt&sslmode=verify-ca',
      'in sslrootcert, which does not exist',
    ],
    ['postgresql://u@h/d?sslmode=verify-ca', 'sslmode=verify-ca without a file in sslrootcert'],
    ['postgresql://u@h/d?sslcert=/x', 'only one of sslcert and sslkey'],
    ['postgresql://u@h/d?host=a,b', 'several hosts'],
    ['mysql://u@h/d', 'must be a URL that begins with postgresql://'],
    ['content', 'must be a URL that begins with postgresql://'],
  ])('%s is refused', (text, sentence) => {
    expect(findAddressProblem(text)).toContain(sentence)
  })

  it('keeps the password out of the message', () => {
    for (const password of ['se#cret', 'se/cret', '100%secret'])
      expect(findAddressProblem(`postgresql://u:${password}@h/d`)).not.toMatch(/cret/)
  })

  it('may have the parameters of other programs, which have no effect', () => {
    expect(listIgnoredParameters('postgresql://u@h/d?pgbouncer=true&connection_limit=1')).toEqual([
      'pgbouncer',
      'connection_limit',
    ])
  })
})

describe('C15.5 sslmode', () => {
  const ways = (text: string) => listTls(parseAddress(text)).map((way) => way && way.rejectUnauthorized)

  it.each([
    ['disable', [false]],
    ['allow', [false, false]],
    ['prefer', [false, false]],
    ['require', [false]],
    ['verify-full', [true]],
  ])('%s', (mode, checked) => {
    expect(ways(`postgresql://u@db.example/d?sslmode=${mode}`)).toEqual(checked)
  })

  it('is prefer for another machine, and allow for this one', () => {
    const first = (text: string) => listTls(parseAddress(text))[0] !== false
    expect(first('postgresql://u@db.example/d')).toBe(true)
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(first(`postgresql://u@${host}/d`)).toBe(false)
    expect(listTls(parseAddress('postgresql://u@/d?host=/run&sslmode=require'))).toEqual([false])
  })

  it('of the environment must be known', () => {
    vi.stubEnv('PGSSLMODE', 'always')
    expect(findAddressProblem('postgresql://u@h/d')).toMatch(/PGSSLMODE is none of disable,/)
    expect(findAddressProblem('postgresql://u@h/d?sslmode=prefer')).toBeNull()
  })
})
