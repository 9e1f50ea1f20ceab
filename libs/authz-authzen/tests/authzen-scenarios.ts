import { DatabaseSync } from 'node:sqlite'
import { type Subject, attrs, definePolicy, or } from '@content-service/authz'
import { createAuthzenHandler } from '../src/index.ts'
import { toSql } from '@content-service/authz/sql'

/** The policies of the interoperability scenarios of AuthZEN, as their pages describe them. */

interface Account {
  readonly email: string
  readonly roles: readonly string[]
}

/** The scenario of a list of tasks. The accounts are those of the page, each under the id in its tokens. */
export function createTodoHandler(accounts: Readonly<Record<string, Account>>) {
  const policy = definePolicy<Subject & { email: string }>()({
    resources: { user: ['read'], todo: ['read', 'create', 'update', 'delete'] },
    attributes: { todo: attrs<{ ownerID: string }>() },
    roles: {
      viewer: { rules: (b) => b.allow(['user:read', 'todo:read']) },
      editor: {
        inherits: ['viewer'],
        rules: (b) => {
          b.allow('todo:create')
          b.allow(['todo:update', 'todo:delete'], (todo, s) => todo.ownerID.eq(s.email))
        },
      },
      admin: { inherits: ['editor'], rules: (b) => b.allow('todo:delete') },
      evil_genius: { inherits: ['editor'], rules: (b) => b.allow('todo:update') },
    },
  })
  const actions = (name: string, list: readonly string[]) =>
    Object.fromEntries(list.map((action) => [`can_${action}_${name}`, action]))
  return createAuthzenHandler({
    policy,
    url: 'https://pdp.test',
    subjects: {
      user: {
        load: ({ id }) => {
          const account = Object.hasOwn(accounts, id) ? accounts[id] : undefined
          return account ? { id, ...account } : null
        },
      },
    },
    resources: {
      user: { actions: actions('user', ['read']) },
      todo: { actions: { ...actions('todo', ['create', 'update', 'delete']), can_read_todos: 'read' } },
    },
  })
}

interface User {
  readonly id: string
  readonly role: string
  readonly department: string
}

export interface StoredRecord {
  readonly id: number
  readonly title: string
  readonly department: string
  readonly owner: string
}

const searchPolicy = definePolicy<Subject & User>()({
  resources: { record: ['view', 'edit', 'delete'] },
  attributes: { record: attrs<StoredRecord>() },
  roles: {
    user: {
      rules: (b) => {
        b.allow('record:*', (record, s) => record.owner.eq(s.id))
        b.allow('record:view', (record, s) => record.department.eq(s.department))
      },
    },
    manager: {
      inherits: ['user'],
      rules: (b) => {
        b.allow('record:view')
        b.allow('record:edit', (record, s) => or(record.department.eq(s.department), record.owner.eq(s.id)))
      },
    },
  },
})

/** The scenario of searches. The records are in SQLite, where the filter of the policy selects them. */
export function createSearchHandler(users: readonly User[], records: readonly StoredRecord[]) {
  const database = new DatabaseSync(':memory:')
  database.exec('create table record (id integer primary key, title text, department text, owner text)')
  const insert = database.prepare('insert into record values (?, ?, ?, ?)')
  for (const { id, title, department, owner } of records) insert.run(id, title, department, owner)
  const subjectOf = (user: User) => ({ ...user, roles: [user.role === 'manager' ? 'manager' : 'user'] })
  const ordered = [...users].sort((a, b) => (a.id < b.id ? -1 : 1))
  return createAuthzenHandler({
    policy: searchPolicy,
    url: 'https://pdp.test',
    subjects: {
      user: {
        load: ({ id }) => {
          const user = users.find((each) => each.id === id)
          return user ? subjectOf(user) : null
        },
        list: ({ after, limit }) =>
          ordered
            .filter(({ id }) => after === null || id > after)
            .slice(0, limit)
            .map((user) => ({ id: user.id, subject: subjectOf(user) })),
      },
    },
    resources: {
      record: {
        load: ({ id }) => database.prepare('select * from record where id = ?').get(id) ?? null,
        find: (filter, { after, limit }) => {
          const { text, values } = toSql(filter, { dialect: 'sqlite' })
          return database
            .prepare(`select id from record where ${text} and id > ? order by id limit ?`)
            .all(...(values as string[]), after ?? 0, limit)
            .map(({ id }) => String(id))
        },
      },
    },
  })
}
