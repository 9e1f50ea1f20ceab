import { pick, type BothStyles, type Parity } from './both-styles.ts'

const PRODUCT = { title: 'A game', description: 'For two.', price: 5, stock: 1 }
const UPSERT = `mutation ($ref: String!, $input: CreateProductInput!) {
  upsertProduct(ref: $ref, input: $input) { id }
}`
const MEMBERS = Object.keys(PRODUCT)

export const productParity = ({
  rest,
  graphql,
  send,
  mutate,
  put,
  look,
  create,
  isThere,
  unique,
}: BothStyles) => {
  const category = () => create('/api/categories', { name: unique('category') })
  const product = async () =>
    create('/api/products', { title: 'A book', price: 12.5, stock: 3, categoryId: await category() })
  const shown = {
    inRest: async (id: string) => pick(await rest('GET', `/api/products/${id}`), MEMBERS),
    inGraphql: (id: string) => look('product', id, MEMBERS.join(' ')),
  }
  const withoutNumber = ({ name }: { readonly name: string }): string => name.replace(/-\d+$/, '')
  return {
    createProduct: {
      prepare: category,
      byRest: (categoryId) => create('/api/products', { ...PRODUCT, categoryId }),
      byGraphql: (categoryId) => put('createProduct', { ...PRODUCT, categoryId }),
      ...shown,
      expected: PRODUCT,
    },
    updateProduct: {
      prepare: product,
      byRest: (id) => send('PATCH', `/api/products/${id}`, id, PRODUCT),
      byGraphql: (id) => put('updateProduct', { ...PRODUCT, id }),
      ...shown,
      expected: PRODUCT,
    },
    upsertProduct: {
      prepare: category,
      byRest: async (categoryId) =>
        (await rest('PUT', `/api/products/by-ref/${unique('ref')}`, { ...PRODUCT, categoryId })).id,
      byGraphql: async (categoryId) => {
        const variables = { ref: unique('ref'), input: { ...PRODUCT, categoryId } }
        return (await graphql(UPSERT, variables)).upsertProduct.id
      },
      ...shown,
      expected: PRODUCT,
    },
    deleteProduct: {
      prepare: product,
      byRest: (id) => send('DELETE', `/api/products/${id}`, id),
      byGraphql: (id) => mutate('deleteProduct', id),
      inRest: (id) => isThere(`/api/products/${id}`),
      inGraphql: async (id) => (await look('product', id, 'id')) !== null,
      expected: false,
    },
    createCategory: {
      prepare: async () => unique('category'),
      byRest: (name) => create('/api/categories', { name }),
      byGraphql: (name) => put('createCategory', { name }),
      inRest: async (id) => withoutNumber(await rest('GET', `/api/categories/${id}`)),
      inGraphql: async (id) => withoutNumber(await look('category', id, 'name')),
      expected: 'category',
    },
  } satisfies Readonly<Record<string, Parity>>
}
