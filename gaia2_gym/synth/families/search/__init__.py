"""Search: one answer, computed from what the phone holds."""

from gaia2_gym.synth.families.search import (
    age_gap,
    common_attendee,
    count_meetings,
    dearest_order,
    file_with_line,
    longest_day,
    most_groups,
    oldest_in_city,
    ride_spending,
    safest_flat,
    who_wrote_about,
)

FAMILIES = (
    age_gap.FAMILY,
    common_attendee.FAMILY,
    count_meetings.FAMILY,
    dearest_order.FAMILY,
    file_with_line.FAMILY,
    longest_day.FAMILY,
    most_groups.FAMILY,
    oldest_in_city.FAMILY,
    ride_spending.FAMILY,
    safest_flat.FAMILY,
    who_wrote_about.FAMILY,
)
