-- What the code names is there in every house, also in one that nobody has filled: the categories whose numbers have a page
-- of their own, and the passages that have a place of their own. What people have written is left as it is.
insert into category (id, slug, title_en, title_bn, intro_en, intro_bn)
  select id, case when exists (select 1 from category as known where known.slug = furniture.slug)
      then furniture.slug || '-' || furniture.id else furniture.slug end, title_en, title_bn, intro_en, intro_bn
    from (
      select 1 as id, 'about' as slug, 'About us' as title_en, 'আমাদের কথা' as title_bn, '' as intro_en,
        cast(null as text) as intro_bn
      union all select 2, 'countries', 'Countries', 'যেসব দেশে পাঠাই', '', null
      union all select 3, 'courses', 'Courses', 'কোর্স', '', null
      union all select 4, 'our-services', 'Services for the trade', 'পোশাকশিল্পের জন্য সেবা', '', null
      union all select 5, 'mission-vision', 'Mission & Vision', 'লক্ষ্য ও স্বপ্ন',
        'What we work for every day, and what we would like to become.',
        'প্রতিদিন যে জন্য কাজ করি, আর আগামী দিনে যেখানে পৌঁছাতে চাই।'
      union all select 6, 'our-offerings', 'Our Offerings', 'আমাদের আয়োজন', '', null
      union all select 9, 'goals', 'Goals', 'আমাদের অঙ্গীকার', '', null
      union all select 14, 'blog', 'Blog', 'ব্লগ', '', null
      union all select 20, 'premimum-packages', 'Stay packages', 'থাকার প্যাকেজ', '', null
    ) as furniture
    where not exists (select 1 from category as known where known.id = furniture.id);

-- Without a title the home page welcomes by the name of the company; without a text it leaves a passage out.
insert into passage (page, key, position, title_en, title_bn, text_en, text_bn)
  select 'home', 'welcome', 1, '', null, '', null
    where not exists (select 1 from passage where page = 'home' and key = 'welcome');
insert into passage (page, key, position, title_en, title_bn, text_en, text_bn)
  select 'home', 'why-choose-us', 2, 'Why choose us', 'কেন আমাদের বেছে নেবেন', '', null
    where not exists (select 1 from passage where page = 'home' and key = 'why-choose-us');

-- The order of the passages of a page.
insert into settings_section (name) values ('home'), ('service');
