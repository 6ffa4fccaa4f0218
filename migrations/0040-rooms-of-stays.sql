-- The figures count a stay of several rooms by the rooms that are still booked. So a room that is cancelled, booked again
-- or moved to another stay also changes the sums of the days of the other rooms.
{noting rooms};
create trigger booking_of_stay_is_new after insert on booking for each row when (new.stay_code is not null) {note new rooms};
create trigger booking_of_stay_is_other after update of status, stay_code on booking for each row
  when (old.stay_code is distinct from new.stay_code or (new.stay_code is not null
    and (old.status in ('no_show', 'cancelled', 'declined', 'expired'))
      <> (new.status in ('no_show', 'cancelled', 'declined', 'expired')))) {note rooms};
create trigger booking_of_stay_is_gone after delete on booking for each row when (old.stay_code is not null) {note old rooms};
delete from figure_day;

-- The text of a note is deleted with its stay, or some time after the note is done. The audit log contains it no longer.
update audit set changes = '{}' where action = 'note written';
