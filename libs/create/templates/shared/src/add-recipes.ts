import { Migration } from '@content-service/persistence'

/** The table of Recipe. For a new type, `npx content-service types migration NAME --out FILE` proposes the class. */
export class AddRecipes extends Migration {
  override name = '2026-11-24-add-recipes'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table "recipes" (
    "id" uuid primary key,
    "title" text not null,
    "method" text not null,
    "minutes" integer,
    "tags" text[] not null,
    "course" text not null,
    "price" numeric(8,2),
    "season_from" date,
    "season_until" date,
    "page" jsonb not null,
    "status" text not null,
    "author_id" integer not null default 1,
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3),
    "ref" text,
    "version" integer not null
  )`,
  `create table "recipes_parts_recipes" (
    "record_id" uuid not null,
    "linked_id" uuid not null,
    "place" integer not null
  )`,
  `alter table "recipes_parts_recipes" add constraint recipes_parts_recipes_pkey primary key ("record_id", "linked_id")`,
  `alter table "recipes" add constraint recipes_author_id_fkey foreign key ("author_id") references "users" ("id") on delete set default`,
  `alter table "recipes_parts_recipes" add constraint recipes_parts_recipes_record_id_fkey foreign key ("record_id") references "recipes" ("id") on delete cascade`,
  `alter table "recipes_parts_recipes" add constraint recipes_parts_recipes_linked_id_fkey foreign key ("linked_id") references "recipes" ("id") on delete cascade`,
  `create unique index recipes_ref_key on "recipes" ("ref")`,
  `create index recipes_newest on "recipes" ("created_at" desc, "id" desc)`,
  `create index recipes_author on "recipes" ("author_id", "created_at" desc, "id" desc)`,
  `create index recipes_edited on "recipes" ("updated_at" desc nulls last, "id" desc)`,
  `create index recipes_edited_first on "recipes" ("updated_at", "id")`,
  `create index recipes_changed on "recipes" (coalesce("updated_at", "created_at") desc, "id" desc)`,
  `create index recipes_by_course on "recipes" ("course", "id")`,
  `create index recipes_by_price on "recipes" ("price" desc nulls last, "id" desc)`,
  `create index recipes_up_price on "recipes" ("price", "id")`,
  `create index recipes_parts_recipes_linked on "recipes_parts_recipes" ("linked_id", "record_id")`,
  `create trigger search_recipes after insert or update of "title", "method", "tags" on "recipes"
    for each row execute function search_record('RECIPE', '{title}', '{tags}', '{method}')`,
  `create trigger forget_recipes after delete on "recipes"
    for each row execute function forget_record('RECIPE')`,
]
