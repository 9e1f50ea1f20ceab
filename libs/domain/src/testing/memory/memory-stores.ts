import type { Stores } from '../../context.ts'
import {
  MemoryArticleStore,
  MemoryCategoryStore,
  MemoryCommentStore,
  MemoryProductStore,
} from './memory-content.ts'
import { MemoryReader } from './memory-reader.ts'
import { MemorySearchStore } from './memory-search.ts'
import { MemoryTables } from './memory-tables.ts'
import { MemoryUserStore } from './memory-users.ts'

/** Stores that keep everything in this process: for tests of rules and operations, which need no database. */
export const memoryStores = (tables = new MemoryTables()): Stores => ({
  users: new MemoryUserStore(tables),
  articles: new MemoryArticleStore(tables),
  comments: new MemoryCommentStore(tables),
  products: new MemoryProductStore(tables),
  categories: new MemoryCategoryStore(tables),
  search: new MemorySearchStore(tables),
  reader: new MemoryReader(tables),
})
