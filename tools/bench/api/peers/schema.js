/** The part of the service's schema that the workloads use, for servers whose schema is written by hand. */
export const SCHEMA = `
  type Query {
    article(id: ID!): Article
    articles(pagination: PaginationInput): [Article!]!
    user(id: ID!): User
    users(limit: Int = 10, offset: Int = 0): [User!]!
    searchAll(query: String!, types: [SearchType!], first: Int = 20): SearchConnection!
  }
  type Mutation {
    createComment(articleId: ID!, content: String!): Comment!
  }
  input PaginationInput { page: Int = 1, limit: Int = 20 }
  enum SearchType { ARTICLE }
  type SearchConnection { edges: [SearchEdge!]! }
  type SearchEdge { node: SearchResult! }
  union SearchResult = Article
  type User { id: ID! username: String! name: String! email: String! age: Int }
  type Article {
    id: ID! title: String! excerpt: String! status: String! tags: [String!]! likes: Int! views: Int! createdAt: String!
    owner: User!
    comments(limit: Int = 20): [Comment!]!
  }
  type Comment { id: ID! content: String! createdAt: String! author: User! }
`
