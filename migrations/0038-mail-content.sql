-- An email is stored as what its templates need, and rendered when it is sent or shown. An email from before keeps its
-- text as one paragraph.
alter table mail add column content text not null default '';
update mail set content = '{"paragraphs":' || {json array}(text_body) || ',"head":{"name":"","signature":[]}}'
  where text_body <> '';
alter table mail drop column text_body;
alter table mail drop column html_body;
