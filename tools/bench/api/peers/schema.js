/** The part of the service's schema that the workloads use, for servers whose schema is written by hand. */
export const SCHEMA = `
  type Query {
    article(id: ID!): Article
    articles(pagination: PaginationInput, where: ArticleWhere): [Article!]!
    articlesConnection(where: ArticleWhere, first: Int = 20): ArticleConnection!
    user(id: ID!): User
    users(limit: Int = 10, offset: Int = 0): [User!]!
    searchAll(query: String!, types: [SearchType!], first: Int = 20): SearchConnection!
  }
  type Mutation {
    createComment(articleId: ID!, content: String!): Comment!
  }
  input PaginationInput { page: Int = 1, limit: Int = 20 }
  input ArticleWhere { ownerId: IdWhere title: TextWhere tags: TagsWhere comments: CommentsWhere }
  input IdWhere { eq: ID }
  input TextWhere { contains: String }
  input TagsWhere { has: String }
  input CommentsWhere { some: CommentWhere }
  input CommentWhere { author: UserWhere }
  input UserWhere { id: IdWhere }
  type ArticleConnection { totalCount: Count! nodes: [Article!]! }
  type Count { value: Int! }
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
