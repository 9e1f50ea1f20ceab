import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { ForbiddenError, subject } from '@casl/ability'
import { permittedFieldsOf } from '@casl/ability/extra'
import { accessibleBy } from '@casl/prisma'
import { filterOf as filterOfMongo } from '@content-service/authz-casl'
import { filterOf, policyOf } from '@content-service/authz-casl/prisma'
import { matcher } from '@content-service/authz'
import { readPrismaSchema, toPrisma } from '@content-service/authz/prisma'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { type AppAbility, createAbility } from './ability.ts'
import { PrismaClient } from './generated/client.ts'
import { menuAbility } from './menu.ts'

const prisma = new PrismaClient({ adapter: new PrismaLibSql({ url: 'file:./blog.db' }) })
const articles = await prisma.article.findMany({ include: { owner: true }, orderBy: { id: 'asc' } })
const [draft, , deleted] = articles

const allowed = (ability: AppAbility, action: 'read' | 'update') =>
  articles.filter((article) => ability.can(action, subject('Article', article))).map(({ id }) => id)

/** The articles that the database selects. */
async function selected(ability: AppAbility, action: 'read' | 'update') {
  const where = accessibleBy(ability, action).ofType('Article')
  return (await prisma.article.findMany({ where, orderBy: { id: 'asc' } })).map(({ id }) => id)
}

const schema = readPrismaSchema(readFileSync('schema.prisma', 'utf8'))

/** The articles that the filter of the ability selects. */
async function filtered(ability: AppAbility, action: 'read' | 'update') {
  const where = toPrisma(filterOf(ability, action, 'Article'), { schema, model: 'Article' })
  return (await prisma.article.findMany({ where, orderBy: { id: 'asc' } })).map(({ id }) => id)
}

function decided(ability: AppAbility, action: 'read' | 'update') {
  const policy = policyOf(ability, { Article: ['read', 'update'] })
  return articles.filter((article) => policy.can(null, `Article:${action}`, article)).map(({ id }) => id)
}

const guest = createAbility({ id: 0, role: 'GUEST' })
const author = createAbility({ id: 7, role: 'AUTHOR' })
const admin = createAbility({ id: 8, role: 'ADMIN' })

for (const [ability, read, update] of [
  [guest, [2, 5], []],
  [author, [1, 2, 3, 4, 5], [1]],
  [admin, [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]],
] as const) {
  assert.deepEqual([allowed(ability, 'read'), allowed(ability, 'update')], [read, update])
  assert.deepEqual([await filtered(ability, 'read'), await filtered(ability, 'update')], [read, update])
  assert.deepEqual([decided(ability, 'read'), decided(ability, 'update')], [read, update])
  assert.deepEqual([await selected(ability, 'read'), await selected(ability, 'update')], [read, update])
}

assert(draft && deleted)
const fields = permittedFieldsOf(guest, 'read', 'Article', { fieldsFrom: (rule) => rule.fields ?? ['all'] })
assert.deepEqual(fields, ['title', 'status'])
ForbiddenError.from(author).throwUnlessCan('update', subject('Article', draft))
assert.throws(
  () => ForbiddenError.from(author).throwUnlessCan('update', subject('Article', deleted)),
  /The article is deleted/,
)
const levels = [
  { level: 1, hidden: false },
  { level: 3, hidden: false },
  { level: 1, hidden: true },
]
assert.deepEqual(
  levels.map((level) => menuAbility.can('open', subject('Menu', level))),
  [true, false, false],
)
assert.deepEqual(levels.map(matcher(filterOfMongo(menuAbility, 'open', 'Menu'))), [true, false, false])
await prisma.$disconnect()
process.stdout.write('All checks pass.\n')
