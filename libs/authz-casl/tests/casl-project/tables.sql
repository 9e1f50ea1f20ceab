create table User (id integer primary key, role text not null);
create table Article (
  id integer primary key, title text not null, status text, views integer not null,
  ownerId integer references User (id)
);
insert into User values (7, 'AUTHOR'), (8, 'ADMIN');
insert into Article values
  (1, 'Draft of 7', 'DRAFT', 0, 7),
  (2, 'Published', 'PUBLISHED', 5, 8),
  (3, 'Deleted of 7', 'DELETED', 3, 7),
  (4, 'Without a status', null, 9, 7),
  (5, 'Published without an owner', 'PUBLISHED', 50, null);
