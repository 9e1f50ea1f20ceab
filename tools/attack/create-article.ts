import type { AttackedService } from './attacked-service.ts'

/** Creates an article of the administrator, and returns its id. */
export const createArticle = async (
  { query, administrator }: AttackedService,
  given: { readonly title: string; readonly content: string; readonly status?: 'DRAFT' | 'PUBLISHED' },
): Promise<string> => {
  const input = { authorId: String(administrator.id), status: 'PUBLISHED', ...given }
  const response = await query(
    administrator,
    'mutation ($input: CreateArticleInput!) { createArticle(input: $input) { id } }',
    { input },
  )
  const body = (await response.json()) as { data?: { createArticle: { id: string } | null } }
  const id = body.data?.createArticle?.id
  if (id === undefined) throw new Error(`The article was refused: ${JSON.stringify(body)}`)
  return id
}
