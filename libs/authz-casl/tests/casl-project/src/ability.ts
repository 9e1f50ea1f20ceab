import { type Ability, AbilityBuilder } from '@casl/ability'
import { createPrismaAbility, type PrismaQuery, type Subjects } from '@casl/prisma'
import type { Article, User } from './generated/client.ts'

type Action = 'read' | 'update' | 'manage'
type AppSubject = 'all' | Subjects<{ Article: Article; User: User }>
export type AppAbility = Ability<[Action, AppSubject], PrismaQuery>

/** Guests read published articles, and authors their own. Nobody but an admin updates a deleted article. */
export function createAbility({ id, role }: { id: number; role: string }): AppAbility {
  const { can, cannot, build } = new AbilityBuilder<AppAbility>(createPrismaAbility)
  can('read', 'Article', ['title', 'status'], { status: 'PUBLISHED' })
  if (role === 'AUTHOR') {
    can('manage', 'Article', { owner: { is: { id } } })
    cannot('update', 'Article', { status: 'DELETED' }).because('The article is deleted')
    cannot('update', 'Article', { views: { gt: 5 } })
  }
  if (role === 'ADMIN') can('manage', 'all')
  return build()
}
