import { Migration } from '@content-service/persistence'

/** The table of Meetup and the column of Announcement, as `npx content-service types migration add-meetups` has proposed them. */
class AddMeetups extends Migration {
  override name = '2026-11-23-add-meetups'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `alter table "articles" add column "subtitle" text`,
  `create table "meetups" (
    "id" uuid primary key,
    "title" text not null,
    "description" text,
    "starts_at" timestamptz(3) not null,
    "contact" text,
    "reason" text,
    "tags" text[] not null,
    "status" text not null,
    "topic_id" uuid not null,
    "organizer_id" integer not null default 1,
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3),
    "ref" text,
    "version" integer not null
  )`,
  `alter table "meetups" add constraint meetups_topic_id_fkey foreign key ("topic_id") references "categories" ("id")`,
  `alter table "meetups" add constraint meetups_organizer_id_fkey foreign key ("organizer_id") references "users" ("id") on delete set default`,
  `create unique index meetups_ref_key on "meetups" ("ref")`,
  `create index meetups_newest on "meetups" ("created_at" desc, "id" desc)`,
  `create index meetups_topic on "meetups" ("topic_id", "created_at" desc, "id" desc)`,
  `create index meetups_organizer on "meetups" ("organizer_id", "created_at" desc, "id" desc)`,
  `create trigger search_meetups after insert or update of "title", "description", "tags" on "meetups"
    for each row execute function search_record('MEETUP', '{title}', '{tags}', '{description}')`,
  `create trigger forget_meetups after delete on "meetups"
    for each row execute function forget_record('MEETUP')`,
]

/** The indexes of the lists of meetups, as `npx content-service types migration index-meetups` has proposed them. */
class IndexMeetups extends Migration {
  override name = '2026-12-18-index-meetups'

  override up(): void {
    for (const statement of indexes) this.addSql(statement)
  }
}

const indexes = [
  `create index meetups_edited on "meetups" ("updated_at" desc nulls last, "id" desc)`,
  `create index meetups_edited_first on "meetups" ("updated_at", "id")`,
  `create index meetups_changed on "meetups" (coalesce("updated_at", "created_at") desc, "id" desc)`,
  `create index meetups_by_starts_at on "meetups" ("starts_at", "id")`,
  `create index meetups_by_tags on "meetups" using gin ("tags")`,
  `create index meetups_in_title on "meetups" using gin (fold("title") collate "C" gin_trgm_ops)`,
  `create index meetups_by_topic_id_and_starts_at on "meetups" ("topic_id", "starts_at", "id")`,
]

/** The table of Venue and the links of Meetup, as `npx content-service types migration add-venues` has proposed them. */
class AddVenues extends Migration {
  override name = '2026-12-19-add-venues'

  override up(): void {
    for (const statement of links) this.addSql(statement)
  }
}

const links = [
  `create table "venues" (
    "id" uuid primary key,
    "name" text not null,
    "address" text,
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3),
    "ref" text,
    "version" integer not null
  )`,
  `alter table "meetups" add column "venue_id" uuid`,
  `alter table "meetups" add column "speaker_id" integer`,
  `alter table "meetups" add column "series_id" uuid`,
  `alter table "meetups" add constraint meetups_venue_id_fkey foreign key ("venue_id") references "venues" ("id") on delete set null`,
  `alter table "meetups" add constraint meetups_speaker_id_fkey foreign key ("speaker_id") references "users" ("id") on delete set null`,
  `alter table "meetups" add constraint meetups_series_id_fkey foreign key ("series_id") references "meetups" ("id") on delete cascade`,
  `create unique index venues_name_key on "venues" (lower("name"))`,
  `create unique index venues_ref_key on "venues" ("ref")`,
  `create index venues_newest on "venues" ("created_at" desc, "id" desc)`,
  `create index venues_edited on "venues" ("updated_at" desc nulls last, "id" desc)`,
  `create index venues_edited_first on "venues" ("updated_at", "id")`,
  `create index venues_changed on "venues" (coalesce("updated_at", "created_at") desc, "id" desc)`,
  `create index venues_by_name on "venues" ("left"(fold("name"), 100) collate "C")`,
  `create index meetups_venue on "meetups" ("venue_id", "created_at" desc, "id" desc)`,
  `create index meetups_speaker on "meetups" ("speaker_id", "created_at" desc, "id" desc)`,
  `create index meetups_series on "meetups" ("series_id", "created_at" desc, "id" desc)`,
]

/**
 * The keepers of venues, the speakers of meetups and the inquiries of guests, as `npx content-service types migration
 * add-speakers` has proposed them. Meetups had one speaker: DropSpeaker drops the column.
 */
class AddSpeakers extends Migration {
  override name = '2026-12-20-add-speakers'

  override up(): void {
    for (const statement of [...people, ...inquiries, ...rights]) this.addSql(statement)
  }
}

const people = [
  `alter table "venues" add column "keeper_id" integer not null default 1`,
  `alter table "meetups" add column "host_id" integer`,
  `alter table "meetups" add column "is_featured" boolean not null default 'false'`,
  `create table "meetups_speakers" (
    "record_id" uuid not null,
    "linked_id" integer not null,
    "place" integer not null
  )`,
  `insert into "meetups_speakers" select "id", "speaker_id", 1 from "meetups" where "speaker_id" is not null`,
  `alter table "meetups_speakers" add constraint meetups_speakers_pkey primary key ("record_id", "linked_id")`,
  `alter table "venues" add constraint venues_keeper_id_fkey foreign key ("keeper_id") references "users" ("id") on delete set default`,
  `alter table "meetups" add constraint meetups_host_id_fkey foreign key ("host_id") references "users" ("id") on delete set null`,
  `alter table "meetups_speakers" add constraint meetups_speakers_record_id_fkey foreign key ("record_id") references "meetups" ("id") on delete cascade`,
  `alter table "meetups_speakers" add constraint meetups_speakers_linked_id_fkey foreign key ("linked_id") references "users" ("id") on delete cascade`,
  `create index venues_keeper on "venues" ("keeper_id", "created_at" desc, "id" desc)`,
  `create index meetups_host on "meetups" ("host_id", "created_at" desc, "id" desc)`,
  `create index meetups_speakers_linked on "meetups_speakers" ("linked_id", "record_id")`,
]

const inquiries = [
  `create table "inquiries" (
    "id" uuid primary key,
    "name" text not null,
    "email" text not null,
    "message" text not null,
    "meetup_id" uuid not null,
    "guest_created_at" timestamptz(3),
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3),
    "ref" text,
    "version" integer not null
  )`,
  `alter table "inquiries" add constraint inquiries_meetup_id_fkey foreign key ("meetup_id") references "meetups" ("id") on delete cascade`,
  `create unique index inquiries_ref_key on "inquiries" ("ref")`,
  `create index inquiries_newest on "inquiries" ("created_at" desc, "id" desc)`,
  `create index inquiries_meetup on "inquiries" ("meetup_id", "created_at" desc, "id" desc)`,
  `create index inquiries_edited on "inquiries" ("updated_at" desc nulls last, "id" desc)`,
  `create index inquiries_edited_first on "inquiries" ("updated_at", "id")`,
  `create index inquiries_changed on "inquiries" (coalesce("updated_at", "created_at") desc, "id" desc)`,
  `create index inquiries_of_guests on "inquiries" ("guest_created_at") where "guest_created_at" is not null`,
]

/** Guests find open meetups by a part of the title, and searches learn when a meetup opens. */
const rights = [
  `create index meetups_in_title_2732658b on "meetups" using gin ((fold("title") || ''::text) collate "C" gin_trgm_ops) where ("status" <> 'PLANNED' or "status" is null)`,
  `drop trigger search_meetups on "meetups"`,
  `create trigger search_meetups after insert or update of "title", "description", "tags", "organizer_id", "status" on "meetups"
    for each row execute function search_record('MEETUP', '{title}', '{tags}', '{description}')`,
]

/** The release after AddSpeakers: no process of an earlier release writes the column any more. Its key and its index go with it. */
class DropSpeaker extends Migration {
  override name = '2026-12-21-drop-speaker'

  override up(): void {
    this.addSql(`alter table "meetups" drop column "speaker_id"`)
  }
}

class DescribeVenues extends Migration {
  override name = '2026-12-28-describe-venues'

  override up(): void {
    this.addSql(`alter table "venues" add column "access" text`)
    this.addSql(`alter table "venues" add column "website" text`)
    this.addSql(`alter table "venues" add column "opens_on" date`)
    this.addSql(`create index venues_by_opens_on on "venues" ("opens_on" desc nulls last, "id" desc)`)
    this.addSql(`create index venues_up_opens_on on "venues" ("opens_on", "id")`)
  }
}

class PriceVenues extends Migration {
  override name = '2026-12-29-price-venues'

  override up(): void {
    this.addSql(`alter table "venues" add column "price" numeric(8,2)`)
    this.addSql(`create index venues_by_price on "venues" ("price" desc nulls last, "id" desc)`)
    this.addSql(`create index venues_up_price on "venues" ("price", "id")`)
  }
}

class PartVenues extends Migration {
  override name = '2026-12-30-part-venues'

  override up(): void {
    this.addSql(`alter table "venues" add column "contact" jsonb`)
    this.addSql(`alter table "venues" add column "rooms" jsonb not null default '[]'`)
    this.addSql(`alter table "venues" add column "closed_on" text[] not null default '{}'`)
    this.addSql(`alter table "venues" add column "page" jsonb not null default '[]'`)
  }
}

/** The release that adds the computed heading: after this migration, `npx content-service types compute Meetup` fills the column. */
class AddHeading extends Migration {
  override name = '2026-12-31-add-heading'

  override up(): void {
    this.addSql(`alter table "meetups" add column "heading" text`)
  }
}

/** The release after it: no process adds meetups without a heading any more. */
class RequireHeading extends Migration {
  override name = '2026-12-31-require-heading'

  override up(): void {
    this.addSql(`alter table "meetups" alter column "heading" set not null`)
  }
}

class LinkVenues extends Migration {
  override name = '2027-01-04-link-venues'

  override up(): void {
    this.addSql(`create table "venues_parts_meetups" (
      "record_id" uuid not null,
      "linked_id" uuid not null,
      "place" integer not null
    )`)
    const table = 'alter table "venues_parts_meetups" add constraint venues_parts_meetups'
    this.addSql(`${table}_pkey primary key ("record_id", "linked_id")`)
    this.addSql(
      `${table}_record_id_fkey foreign key ("record_id") references "venues" ("id") on delete cascade`,
    )
    this.addSql(
      `${table}_linked_id_fkey foreign key ("linked_id") references "meetups" ("id") on delete cascade`,
    )
    this.addSql(
      `create index venues_parts_meetups_linked on "venues_parts_meetups" ("linked_id", "record_id")`,
    )
  }
}

/** The table of Booking, as `npx content-service types migration book-seats` has proposed it. */
class BookSeats extends Migration {
  override name = '2026-12-31-book-seats'

  override up(): void {
    for (const statement of bookings) this.addSql(statement)
  }
}

const bookings = [
  `alter table "meetups" add column "seats" integer`,
  `create table "bookings" (
    "id" uuid primary key,
    "meetup_id" uuid not null,
    "note" text,
    "attendee_id" integer not null default 1,
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3),
    "ref" text,
    "version" integer not null
  )`,
  `alter table "bookings" add constraint bookings_meetup_id_fkey foreign key ("meetup_id") references "meetups" ("id") on delete cascade`,
  `alter table "bookings" add constraint bookings_attendee_id_fkey foreign key ("attendee_id") references "users" ("id") on delete set default`,
  `create unique index bookings_meetup_id_and_attendee_id_key on "bookings" ("meetup_id", "attendee_id")`,
  `create unique index bookings_ref_key on "bookings" ("ref")`,
  `create index bookings_newest on "bookings" ("created_at" desc, "id" desc)`,
  `create index bookings_meetup on "bookings" ("meetup_id", "created_at" desc, "id" desc)`,
  `create index bookings_attendee on "bookings" ("attendee_id", "created_at" desc, "id" desc)`,
  `create index bookings_edited on "bookings" ("updated_at" desc nulls last, "id" desc)`,
  `create index bookings_edited_first on "bookings" ("updated_at", "id")`,
  `create index bookings_changed on "bookings" (coalesce("updated_at", "created_at") desc, "id" desc)`,
  `create index bookings_by_meetup_id_and_attendee_id on "bookings" ("meetup_id", "attendee_id", "id")`,
]

/** The table of Job, as `npx content-service types migration add-jobs` has proposed it. */
class AddJobs extends Migration {
  override name = '2027-01-05-add-jobs'

  override up(): void {
    for (const statement of jobs) this.addSql(statement)
  }
}

const jobs = [
  `create table "jobs" (
    "id" uuid primary key,
    "title" text not null,
    "text" text not null,
    "status" text not null,
    "venue_id" uuid not null,
    "author_id" integer not null default 1,
    "published_at" timestamptz(3),
    "deleted_at" timestamptz(3),
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3),
    "ref" text,
    "version" integer not null
  )`,
  `alter table "jobs" add constraint jobs_venue_id_fkey foreign key ("venue_id") references "venues" ("id") on delete cascade`,
  `alter table "jobs" add constraint jobs_author_id_fkey foreign key ("author_id") references "users" ("id") on delete set default`,
  `create unique index jobs_ref_key on "jobs" ("ref")`,
  `create index jobs_newest on "jobs" ("created_at" desc, "id" desc)`,
  `create index jobs_venue on "jobs" ("venue_id", "created_at" desc, "id" desc)`,
  `create index jobs_author on "jobs" ("author_id", "created_at" desc, "id" desc)`,
  `create index jobs_edited on "jobs" ("updated_at" desc nulls last, "id" desc)`,
  `create index jobs_edited_first on "jobs" ("updated_at", "id")`,
  `create index jobs_changed on "jobs" (coalesce("updated_at", "created_at") desc, "id" desc)`,
  `create index jobs_in_trash on "jobs" ("created_at" desc, "id" desc) where "deleted_at" is not null`,
  `create trigger search_jobs after insert or update of "title", "text", "author_id", "status" on "jobs"
    for each row execute function search_record('JOB', '{title}', '{}', '{text}')`,
  `create trigger forget_jobs after delete on "jobs"
    for each row execute function forget_record('JOB')`,
]

/** The schedule of Job, as `npx content-service types migration schedule-jobs` has proposed it. */
class ScheduleJobs extends Migration {
  override name = '2027-01-06-schedule-jobs'

  override up(): void {
    for (const statement of schedules) this.addSql(statement)
  }
}

const schedules = [
  `alter table "jobs" add column "scheduled_for" timestamptz(3)`,
  `alter table "jobs" add column "scheduled_by" integer`,
  `create index jobs_scheduled on "jobs" ("scheduled_for") where "scheduled_for" is not null`,
  `create index jobs_scheduled_by on "jobs" ("scheduled_by") where "scheduled_by" is not null`,
]

/** The likes and views of Job, as `npx content-service types migration count-jobs` has proposed them. */
class CountJobs extends Migration {
  override name = '2027-01-07-count-jobs'

  override up(): void {
    for (const statement of counts) this.addSql(statement)
  }
}

const counts = [
  `alter table "jobs" add column "likes" integer not null default '0'`,
  `alter table "jobs" add column "views" integer not null default '0'`,
  `create index jobs_by_likes on "jobs" ("likes", "id")`,
  `create index jobs_by_views on "jobs" ("views", "id")`,
]

/** The slugs of jobs, as `npx content-service types migration name-jobs` has proposed them. The worker gives them to the jobs that are there. */
class NameJobs extends Migration {
  override name = '2026-12-31-name-jobs'

  override up(): void {
    for (const statement of slugs) this.addSql(statement)
  }
}

const slugs = [
  `alter table "jobs" add column "slug" text`,
  `alter table "jobs" add column "slug_derived" boolean not null default true`,
  `create unique index jobs_slug_key on "jobs" (lower("slug"))`,
  `create index jobs_by_slug on "jobs" ("left"(fold("slug"), 100) collate "C" desc nulls last, "id" desc)`,
  `create index jobs_up_slug on "jobs" ("left"(fold("slug"), 100) collate "C", "id")`,
]

export const migrations = [
  AddMeetups,
  IndexMeetups,
  AddVenues,
  AddSpeakers,
  DropSpeaker,
  DescribeVenues,
  PriceVenues,
  PartVenues,
  AddHeading,
  RequireHeading,
  LinkVenues,
  BookSeats,
  AddJobs,
  ScheduleJobs,
  CountJobs,
  NameJobs,
]
