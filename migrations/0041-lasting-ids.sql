-- SQLite gives the ID of a deleted last row to the next row. An open page, a link, a job or the audit log would then mean
-- another row. From now on, these tables never reuse an ID, as on PostgreSQL. Only the declaration of the tables changes.
create table id_counter (id {lasting id});
{id counter} select 'account' as name, coalesce(max(id), 0) as seq from account
  union all select 'attachment', coalesce(max(id), 0) from attachment
  union all select 'booking', coalesce(max(id), 0) from booking
  union all select 'calendar_feed', coalesce(max(id), 0) from calendar_feed
  union all select 'calendar_import', coalesce(max(id), 0) from calendar_import
  union all select 'certificate', coalesce(max(id), 0) from certificate
  union all select 'contact_message', coalesce(max(id), 0) from contact_message
  union all select 'conversation', coalesce(max(id), 0) from conversation
  union all select 'desk_note', coalesce(max(id), 0) from desk_note
  union all select 'enquiry', coalesce(max(id), 0) from enquiry
  union all select 'facility', coalesce(max(id), 0) from facility
  union all select 'facility_group', coalesce(max(id), 0) from facility_group
  union all select 'invoice', coalesce(max(id), 0) from invoice
  union all select 'mail', coalesce(max(id), 0) from mail
  union all select 'order_shipment', coalesce(max(id), 0) from order_shipment
  union all select 'picture_upload', coalesce(max(id), 0) from picture_upload
  union all select 'post', coalesce(max(id), 0) from post
  union all select 'post_schedule', coalesce(max(id), 0) from post_schedule
  union all select 'post_version', coalesce(max(id), 0) from post_version
  union all select 'quotation', coalesce(max(id), 0) from quotation
  union all select 'quotation_revision', coalesce(max(id), 0) from quotation_revision
  union all select 'rate_change', coalesce(max(id), 0) from rate_change
  union all select 'room', coalesce(max(id), 0) from room
  union all select 'slide', coalesce(max(id), 0) from slide
  union all select 'staff_role', coalesce(max(id), 0) from staff_role
  union all select 'stay_person', coalesce(max(id), 0) from stay_person
  union all select 'unit', coalesce(max(id), 0) from unit
  union all select 'unit_closure', coalesce(max(id), 0) from unit_closure
  union all select 'webhook_delivery', coalesce(max(id), 0) from webhook_delivery
  union all select 'webhook_endpoint', coalesce(max(id), 0) from webhook_endpoint
  union all select 'webhook_event', coalesce(max(id), 0) from webhook_event;
{open declarations};
{lasting ids};
{close declarations};
drop table id_counter;
